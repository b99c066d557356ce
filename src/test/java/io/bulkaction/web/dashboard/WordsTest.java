package io.bulkaction.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

/** The two dictionaries of the dashboard say the same. */
class WordsTest {

    private static final Pattern ENTRY = Pattern.compile("'([\\w.-]+)':\\s*'([^']*)'");
    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    @Test
    void everyWordIsThereInBothLanguagesWithTheSamePlaces() throws IOException {
        Map<String, String> english = placesByKey("words-en.js");

        assertThat(english).hasSizeGreaterThan(100);
        assertThat(placesByKey("words-ko.js")).isEqualTo(english);
    }

    private static Map<String, String> placesByKey(String file) throws IOException {
        String text = new ClassPathResource("static/assets/" + file).getContentAsString(StandardCharsets.UTF_8)
                // a long text is written in two parts
                .replaceAll("'\\s*\\+ '", "");
        Map<String, String> places = new TreeMap<>();
        for (Matcher entry = ENTRY.matcher(text); entry.find();) {
            places.put(entry.group(1), String.join("", PLACE.matcher(entry.group(2)).results()
                    .map(found -> found.group()).sorted().toList()));
        }
        return places;
    }
}
