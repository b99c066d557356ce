package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

/** A native image has every file that the library reads by name, and nothing of the page or the service. */
class BulkActionHintsTest {

    private static final Path RESOURCES = Path.of("src/main/resources");

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
        assertThat(isIn("application.yaml")).isFalse();
        assertThat(isIn("io/bulkaction/internal/web/page/index.html")).isFalse();
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
