package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SentencesTest {

    private static final ResourceBundle ENGLISH = bundle(Locale.ROOT);
    private static final ResourceBundle KOREAN = bundle(Locale.KOREAN);

    @ParameterizedTest
    @EnumSource(Code.class)
    void everyCodeHasASentence(Code code) {
        assertThat(ENGLISH.keySet()).contains(code.name());
    }

    @Test
    void bothLanguagesHaveTheSameSentencesWithTheSameNames() {
        assertThat(KOREAN.getLocale()).isEqualTo(Locale.KOREAN);
        assertThat(KOREAN.keySet()).isEqualTo(ENGLISH.keySet());
        for (String key : ENGLISH.keySet()) {
            assertThat(names(KOREAN.getString(key))).as(key).isEqualTo(names(ENGLISH.getString(key)));
            assertThat(ENGLISH.getString(key) + KOREAN.getString(key)).as(key).doesNotContain("'");
        }
    }

    @ParameterizedTest
    @EnumSource(value = Code.class, names = {"QUEUE_PAUSED", "TENANT_PAUSED", "GROUP_PAUSED"})
    void aPauseWithoutAReasonIsSaidWithoutTheCodeForIt(Code code) {
        Explanation paused = new Explanation(
                code, code.state(), "", Instant.EPOCH, Instant.EPOCH, null, null, null, 0, null, null,
                Map.of("pausedBy", "ann", "tenant", "acme", "reason", "MANUAL_PAUSE"));

        assertThat(Sentences.of(paused, Locale.ENGLISH)).endsWith("by ann.");
        assertThat(Sentences.of(paused, Locale.KOREA)).contains("ann").doesNotContain("MANUAL_PAUSE");
    }

    /** A judge may know less than a sentence has names for, and an explanation that fails helps nobody. */
    @ParameterizedTest
    @MethodSource("sentences")
    void everySentenceCanBeSaidWhateverIsMissing(Code code, Map<String, Object> details) {
        Explanation bare = new Explanation(
                code, code.state(), "", Instant.EPOCH, null, null, null, null, 0, null, null, details);
        assertThat(Sentences.of(bare, Locale.ENGLISH)).endsWith(".").doesNotContain("{", "}", "null");
        assertThat(Sentences.of(bare, Locale.KOREA)).endsWith(".").doesNotContain("{", "}", "null");
    }

    /** Each code without details, and with only the one that chooses a variant of its sentence. */
    static Stream<Arguments> sentences() {
        return ENGLISH.keySet().stream()
                .filter(key -> key.matches("[A-Z_]+(\\.\\w+)?"))
                .map(key -> {
                    String[] parts = key.split("\\.");
                    boolean isNumber = parts.length > 1 && ENGLISH.getString(key).contains("{" + parts[1] + ",");
                    return Arguments.of(Code.valueOf(parts[0]),
                            parts.length == 1 ? Map.of() : Map.of(parts[1], isNumber ? 7L : "x"));
                });
    }

    private static Set<String> names(String pattern) {
        return Pattern.compile("\\{(\\w+)").matcher(pattern).results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static ResourceBundle bundle(Locale locale) {
        return ResourceBundle.getBundle("io.bulkaction.internal.explain.sentences", locale,
                ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    }
}
