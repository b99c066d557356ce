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

    @Test
    void testsThatABusyMachineFailsAreFound() {
        String text = """
                assertThat(Duration.ofNanos(System.nano\
                Time() - start)).isLess\
                Than(Duration.ofSeconds(1));
                assertThat(median.toNanos()).isLess\
                ThanOrEqualTo(limit.toMillis());
                await().at\
                Most(Duration.ofSeconds(5)).until(() -> done);
                assertThat(answer.ge\
                t(10, TimeUnit.SECONDS)).isTrue();
                assertThat(jobs).isLess\
                Than(10);
                await().at\
                Most(Duration.ofMinutes(3)).until(() -> done);
                """;
        assertThat(new SourceText("src/test/java/AIT.java", text).problems())
                .hasSize(4)
                .anySatisfy(problem -> assertThat(problem).contains("wall-clock", "ofSeconds(1)"))
                .anySatisfy(problem -> assertThat(problem).contains("wall-clock", "toMillis"))
                .anySatisfy(problem -> assertThat(problem).contains("impatient", "ofSeconds(5)"))
                .anySatisfy(problem -> assertThat(problem).contains("impatient", "10, TimeUnit.SECONDS"));
        assertThat(new SourceText("src/test/java/benchmark/A.java", text).problems()).isEmpty();
        assertThat(new SourceText("src/main/java/A.java", text).problems()).isEmpty();
    }

    @Test
    void testsThatDisturbThoseBesideThemAreFound() {
        String text = """
                @ExtendWith(OutputCapture\
                Extension.class)
                class AIT {}
                """;
        assertThat(new SourceText("src/test/java/AIT.java", text).problems())
                .singleElement().asString().contains("may run beside others", "OutputCapture" + "Extension");
        assertThat(new SourceText("src/test/java/ATest.java", text).problems()).hasSize(1);
        assertThat(new SourceText("src/test/java/A.java", text).problems()).isEmpty();
        assertThat(
                new SourceText("src/test/java/AIT.java", "@Execution(ExecutionMode.SAME_THREAD)\n" + text).problems())
                .isEmpty();
    }

    private static Stream<String> problems(Path file) {
        try {
            return new SourceText(file.toString(), Files.readString(file)).problems().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
