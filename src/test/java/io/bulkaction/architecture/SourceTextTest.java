package io.bulkaction.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourceTextTest {

    @Test
    void sourcesAreTidy() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")).flatMap(SourceTextTest::problems))
                    .isEmpty();
        }
    }

    @Test
    void untidyTextIsFound() {
        String text = """
                package a;

                import java.util.List;
                import java.util.Map;

                // TO\
                DO later
                interface A { Map<String, String> names(); }
                """;
        assertThat(new SourceText("A.java", text).problems())
                .anySatisfy(problem -> assertThat(problem).contains("unfinished"))
                .anySatisfy(problem -> assertThat(problem).contains("unused import: List"))
                .hasSize(2);
    }

    private static Stream<String> problems(Path file) {
        try {
            return new SourceText(file.toString(), Files.readString(file)).problems().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
