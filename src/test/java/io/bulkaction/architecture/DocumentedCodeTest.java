package io.bulkaction.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the first page shows is what is compiled and run, and what it is compared with has the length that is said. */
class DocumentedCodeTest {

    private static final Path SOURCES = Path.of("src/test/java/com/example/demo");
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("\\bclass (\\w+)");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.ko.md"})
    void theReadmeShowsTheSourcesAsTheyAre(String readme) throws IOException {
        List<String> blocks = blocks(Path.of(readme));
        assertThat(blocks).hasSize(2);
        for (String block : blocks) {
            assertThat(words(block)).isEqualTo(words(source(nameIn(block))));
        }
    }

    @Test
    void theComparisonCountsRight() throws IOException {
        String page = Files.readString(Path.of("docs/decisions.md"));
        String section = page.substring(page.indexOf("## The same with JobRunr"));
        String ours = source("Promotion");
        List<String> theirs =
                BLOCK.matcher(section).results().map(match -> match.group(1)).toList();
        String withoutAsking = ours.replaceAll("(?s) +double percent\\(.*?\\n    }\\n", "");

        assertThat(theirs).hasSize(2);
        assertThat(lines(ours)).as("with progress for one customer").isLessThanOrEqualTo(lines(theirs.getFirst()));
        assertThat(section).contains(lines(ours) + " lines without its imports",
                lines(withoutAsking) + " lines without\nthe call",
                "it has " + lines(theirs.getFirst()) + " lines", "than here, " + lines(theirs.getLast()) + " lines");
        assertThat(lines(theirs.getLast())).isLessThan(lines(withoutAsking));
    }

    private static long lines(String code) {
        return code.lines().filter(line -> !line.isBlank()).count();
    }

    private static List<String> blocks(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page)).results().map(match -> match.group(1)).toList();
    }

    private static String nameIn(String block) {
        Matcher found = CLASS.matcher(block);
        assertThat(found.find()).as(block).isTrue();
        return found.group(1);
    }

    /** From its first annotation on, without what only tells tests and tools how to treat it. */
    private static String source(String name) throws IOException {
        String text = Files.readString(SOURCES.resolve(name + ".java"))
                .replaceAll("(?m)^ *// @(start|end).*\\n", "")
                .replaceAll("(?m)^@Execution.*\\n", "");
        MatchResult start = Pattern.compile("(?m)^@").matcher(text).results().findFirst().orElseThrow();
        return text.substring(start.start());
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
