package io.bulkaction.internal.boot;

import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.internal.settings.SettingNames;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * All our settings, read from the list that the compiler writes for editors. That way a new record is known without
 * being registered anywhere, even when the part that reads it is switched off.
 */
final class SettingMetadata {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";

    private SettingMetadata() {}

    /** Empty where the list is missing, as when an editor compiled without annotation processors. */
    static Optional<SettingNames> load() {
        return Stream.of(besideOurClasses().stream(), atTheRootOfTheExecutableJar().stream(), anywhere())
                .flatMap(each -> each)
                .map(SettingMetadata::records)
                .filter(records -> records.containsValue(BulkActionSettings.class))
                .findFirst()
                .map(SettingNames::new);
    }

    private static Map<String, Class<?>> records(URL list) {
        Map<String, Class<?>> records = new TreeMap<>();
        try (InputStream json = list.openStream()) {
            Map<String, Object> metadata = JsonParserFactory.getJsonParser()
                    .parseMap(new String(json.readAllBytes(), StandardCharsets.UTF_8));
            for (Object group : (List<?>) Objects.requireNonNull(metadata.get("groups"))) {
                addIfRoot(records, (Map<?, ?>) group);
            }
        } catch (IOException e) {
            records.clear(); // there is no such file
        }
        return records;
    }

    private static void addIfRoot(Map<String, Class<?>> records, Map<?, ?> group) {
        ClassLoader ours = BulkActionSettings.class.getClassLoader();
        try {
            Class<?> type = ClassUtils.forName(String.valueOf(group.get("type")), ours);
            String prefix = String.valueOf(group.get("name"));
            ConfigurationProperties bound = AnnotationUtils.findAnnotation(type, ConfigurationProperties.class);
            // why not the queue: it is listed under one name for editors, but known under every name through the map
            if (bound != null && type.isRecord() && type != QueueSettings.class
                    && prefix.startsWith(SettingNames.ROOT)) {
                records.put(prefix, type);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // the server's settings: the library's list contains them too, but not their classes
        }
    }

    /** In a directory or a plain jar; the class path has a file of that name for every library. */
    private static Optional<URL> besideOurClasses() {
        Class<?> here = BulkActionSettings.class;
        String path = here.getName().replace('.', '/') + ".class";
        URL file = here.getResource(here.getSimpleName() + ".class");
        if (file == null) { // as in a native image, which has no files of classes
            return Optional.empty();
        }
        String url = file.toString();
        try {
            return Optional.of(URI.create(url.substring(0, url.length() - path.length()) + FILE).toURL());
        } catch (MalformedURLException e) {
            return Optional.empty();
        }
    }

    /** Repackaging moves our classes into the jar and leaves the list where it was; only that jar is on the class path. */
    private static Optional<URL> atTheRootOfTheExecutableJar() {
        return Optional.ofNullable(ClassLoader.getSystemResource(FILE));
    }

    private static Stream<URL> anywhere() {
        try {
            return Collections.list(BulkActionSettings.class.getClassLoader().getResources(FILE)).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
