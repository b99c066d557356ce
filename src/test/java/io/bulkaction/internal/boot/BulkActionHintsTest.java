package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.settings.ProcessorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.util.ClassUtils;

/** A native image has every file that the library reads by name, and nothing of the page or the service. */
class BulkActionHintsTest {

    private static final Path RESOURCES = Path.of("src/main/resources");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern READ =
            Pattern.compile("(?:readValue\\([^;]*?, |PayloadReader\\.(?:strict|lenient)\\()(\\w+)\\.class\\)");

    private final RuntimeHints hints = new RuntimeHints();

    @BeforeEach
    void register() {
        new BulkActionHints().registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void everyScriptIsInIt() throws IOException {
        try (Stream<Path> files = Files.walk(RESOURCES.resolve("lua"))) {
            List<String> scripts = files.filter(Files::isRegularFile)
                    .map(file -> RESOURCES.relativize(file).toString()).toList();
            assertThat(scripts).hasSizeGreaterThan(30);
            assertThat(scripts).allMatch(this::isIn);
        }
    }

    @Test
    void theListOfSettingsAndTheSentencesAreInIt() {
        assertThat(isIn("META-INF/spring-configuration-metadata.json")).isTrue();
        assertThat(isIn("io/bulkaction/internal/explain/sentences.properties")).isTrue();
        assertThat(isIn("io/bulkaction/internal/explain/sentences_ko.properties")).isTrue();
        assertThat(RuntimeHintsPredicates.resource().forBundle("io.bulkaction.internal.explain.sentences"))
                .accepts(hints);
        assertThat(isIn("application.yaml")).isFalse();
        assertThat(isIn("io/bulkaction/internal/web/page/index.html")).isFalse();
    }

    /** Every file of the jar that is no class is in it, unless it belongs to the page or the service, or Spring reads it itself. */
    @Test
    void everyFileThatTheLibraryReadsIsInIt() throws IOException {
        try (Stream<Path> files = Files.walk(RESOURCES)) {
            List<String> read = files.filter(Files::isRegularFile)
                    .map(file -> RESOURCES.relativize(file).toString())
                    .filter(file -> !file.matches("application.*|pages/.*|io/bulkaction/internal/web/.*|META-INF/.*"))
                    .toList();
            assertThat(read).contains("io/bulkaction/internal/outbox/schema.sql").allMatch(this::isIn);
        }
    }

    /** What is read from JSON is made by reflection. */
    @Test
    void everyTypeThatTheLibraryReadsFromJsonIsInIt() throws IOException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES.resolve("io/bulkaction/internal"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (!file.toString().matches(".*/internal/(web|testkit)/.*")) {
                    READ.matcher(Files.readString(file)).results()
                            .forEach(found -> types.add(type(file, found.group(1))));
                }
            }
        }
        assertThat(types).hasSizeGreaterThan(10)
                .allSatisfy(type -> assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(hints));
        assertThat(RuntimeHintsPredicates.reflection().onType(BulkActionRequest.Target.class)).as("of the outbox")
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(ProcessorSettings.Retry.class)).as("bound by name")
                .accepts(hints);
    }

    private static Class<?> type(Path file, String name) {
        String inPackage = SOURCES.relativize(file.getParent()).toString().replace('/', '.');
        String nested = inPackage + "." + file.getFileName().toString().replace(".java", "") + "$" + name;
        ClassLoader loader = BulkActionHintsTest.class.getClassLoader();
        return ClassUtils.resolveClassName(ClassUtils.isPresent(nested, loader) ? nested : inPackage + "." + name,
                loader);
    }

    @Test
    void whatIsMetOnlyAtRunTimeIsInIt() {
        assertThat(RuntimeHintsPredicates.proxies().forInterfaces(BulkActionService.class)).accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(GroupResult.Durations.class)).accepts(hints);
    }

    private boolean isIn(String resource) {
        return RuntimeHintsPredicates.resource().forResource(resource).test(hints);
    }
}
