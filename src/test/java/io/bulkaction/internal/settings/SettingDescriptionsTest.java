package io.bulkaction.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every setting is described for editors and listed in docs/settings.md with its default. */
class SettingDescriptionsTest {

    private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");
    private static final Path PAGE = Path.of("docs/settings.md");
    private static final Pattern DESCRIPTION = Pattern.compile("[A-Z{].*\\.", Pattern.DOTALL);
    private static final Pattern PREFIX = Pattern.compile("Prefix `bulk-action\\.(.*?)(<type in kebab-case>\\.)?`.*");
    private static final Pattern ROW = Pattern.compile("\\| (`.*?`) \\| (.*?) ?\\| .*\\|");

    /** @param value the default; empty where there is none, or where it is not a constant */
    private record Setting(RecordComponent component, String value) {}

    @Test
    void editorsGetADescriptionOfEverySetting() throws IOException {
        Map<String, String> described = new TreeMap<>();
        for (JsonNode property : JsonMapper.shared().readTree(Files.readAllBytes(METADATA)).path("properties")) {
            described.put(property.path("name").stringValue(), property.path("description").asString(""));
        }

        // the names below a user, an API token or an exchange cannot be listed: the map's key is the user's choice
        settings().keySet().stream().filter(name -> !name.contains("<name>")).forEach(
                name -> assertThat(described).containsKey(name));
        assertThat(described).containsKeys("bulk-action.queues.default.retry.max-retries", "bulk-action.processors");
        assertThat(described).allSatisfy((name, description) -> assertThat(description).matches(DESCRIPTION)
                .doesNotContain("{@"));
    }

    @Test
    void everySettingIsDescribedWhereItIsDeclared() throws IOException {
        Map<String, Setting> all = settings();
        add("bulk-action.processors.<type>", ProcessorSettings.class, all);
        for (Map.Entry<String, Setting> setting : all.entrySet()) {
            assertThat(param(setting.getValue().component())).as(setting.getKey()).matches(DESCRIPTION);
        }
    }

    /** The line of the Javadoc that describes a component of a record. */
    private static String param(RecordComponent component) throws IOException {
        Class<?> record = component.getDeclaringRecord();
        Path file = Path.of("src/main/java", record.getNestHost().getName().replace('.', '/') + ".java");
        String source = Files.readString(file);
        String javadoc = source.substring(0, source.indexOf("record " + record.getSimpleName() + "("));
        Matcher line = Pattern.compile("@param " + component.getName() + " ([^@]*?)\\s*(\\* @|\\*/)")
                .matcher(javadoc.substring(javadoc.lastIndexOf("/**")));
        return line.find() ? line.group(1) : "";
    }

    @Test
    void thePageListsEverySettingWithItsDefault() throws IOException {
        Map<String, String> page = page();
        Map<String, Setting> settings = settings();

        assertThat(page.keySet()).containsExactlyInAnyOrderElementsOf(settings.keySet());
        settings.values().removeIf(setting -> setting.value().isEmpty());
        assertThat(settings).hasSizeGreaterThan(50);
        assertThat(settings).allSatisfy(
                (name, setting) -> assertThat(page.get(name).split("[ ;]")[0]).isEqualTo(setting.value()));
    }

    /** The names are those of the page: {@code <name>} is a key that the user chooses. */
    private static Map<String, Setting> settings() {
        ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        Map<String, Setting> all = new TreeMap<>();
        for (BeanDefinition found : scanner.findCandidateComponents("io.bulkaction")) {
            try {
                Class<?> record = Class.forName(found.getBeanClassName());
                if (record != QueueSettings.class) { // it is reached through the map of queues
                    add(record.getAnnotation(ConfigurationProperties.class).value(), record, all);
                }
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
        return all;
    }

    private static void add(String prefix, Class<?> record, Map<String, Setting> all) {
        RecordComponent[] components = record.getRecordComponents();
        // why the constructor: this annotation is kept with its parameters only
        Parameter[] parameters = record.getDeclaredConstructors()[0].getParameters();
        assertThat(parameters).as(record.getName()).hasSameSizeAs(components);
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            String name = prefix + "." + ConfigurationPropertyName.adapt(
                    component.getName().replaceAll("([A-Z])", "-$1"), '.').toString();
            Type type = component.getGenericType();
            if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
                type = map.getActualTypeArguments()[1];
                name += isGroup(type) ? ".<name>" : "";
            }
            if (isGroup(type)) {
                add(name, (Class<?>) type, all);
            } else {
                DefaultValue value = parameters[i].getAnnotation(DefaultValue.class);
                all.put(name, new Setting(component, value == null ? "" : String.join(",", value.value())));
            }
        }
    }

    private static boolean isGroup(Type type) {
        return SettingNode.of(type) instanceof SettingNode.Words;
    }

    /** The default by the name; a row may list several: {@code `a.b`, `.c`} stands for a.b and a.c. */
    private static Map<String, String> page() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        String prefix = "";
        for (String line : Files.readAllLines(PAGE)) {
            Matcher begins = PREFIX.matcher(line);
            Matcher row = ROW.matcher(line);
            if (line.startsWith("#")) {
                prefix = "";
            } else if (begins.matches()) {
                prefix = "bulk-action." + begins.group(1);
            } else if (row.matches() && (!prefix.isEmpty() || line.startsWith("| `bulk-action."))) {
                add(prefix, row.group(1).replace("`", "").split(", "), row.group(2).replace("`", ""), defaults);
            }
        }
        return defaults;
    }

    private static void add(String prefix, String[] names, String values, Map<String, String> defaults) {
        List<String> each = names.length == 1 ? List.of(values) : Arrays.asList(values.split(", "));
        String first = names[0];
        for (int i = 0; i < names.length; i++) {
            String name = names[i].startsWith(".") ? first.substring(0, first.lastIndexOf('.')) + names[i] : names[i];
            // one value stands for all: "none"
            defaults.put(prefix + name.replace(".[<host>]", ""), each.get(each.size() == 1 ? 0 : i));
        }
    }
}
