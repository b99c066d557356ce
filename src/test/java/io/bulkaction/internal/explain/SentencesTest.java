package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation.Code;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
