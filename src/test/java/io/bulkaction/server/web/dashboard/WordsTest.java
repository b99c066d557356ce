package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

/** The texts of the dashboard: the same ones in both languages, and every one that its scripts ask for. */
class WordsTest {

    private static final Pattern ENTRY = Pattern.compile("'([\\w.-]+)':\\s*'([^']*)'");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
    private static final Pattern USE = Pattern.compile("\\bt\\('([\\w.-]*[\\w-])'[,)]");

    @Test
    void everyTextIsThereInBothLanguagesWithTheSamePlaceholders() throws IOException {
        Map<String, String> english = placeholdersByKey("words-en.js");

        assertThat(english).hasSizeGreaterThan(100);
        assertThat(placeholdersByKey("words-ko.js")).isEqualTo(english);
    }

    @Test
    void everyTextThatAScriptAsksForIsThere() throws IOException {
        List<String> used;
        // why not the class path: after a build without clean it still has scripts that were removed
        try (Stream<Path> files = Files.walk(Path.of("src/main/resources/io/bulkaction/internal/web/page/assets"))) {
            used = files.filter(file -> file.toString().endsWith(".js")).flatMap(WordsTest::keysUsedIn).toList();
        }

        assertThat(used).hasSizeGreaterThan(100);
        assertThat(placeholdersByKey("words-en.js").keySet()).containsAll(used);
    }

    private static Stream<String> keysUsedIn(Path script) {
        try {
            return USE.matcher(Files.readString(script)).results().map(found -> found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> placeholdersByKey(String file) throws IOException {
        String text = new ClassPathResource("io/bulkaction/internal/web/page/assets/" + file)
                .getContentAsString(StandardCharsets.UTF_8)
                // a long text is written in two parts
                .replaceAll("'\\s*\\+ '", "");
        Map<String, String> placeholders = new TreeMap<>();
        for (Matcher entry = ENTRY.matcher(text); entry.find();) {
            String before =
                    placeholders.put(entry.group(1), String.join("", PLACEHOLDER.matcher(entry.group(2)).results()
                            .map(found -> found.group()).sorted().toList()));
            assertThat(before).as("%s is in %s twice", entry.group(1), file).isNull();
        }
        return placeholders;
    }
}
