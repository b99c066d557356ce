package io.bulkaction.internal.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.Patience;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "404, 404, true",
        "404, 4040, false",
        "404, 1404, false",
        "timeout, TIMEOUT, true",
        "*404*, HTTP 404 Not Found, true",
        "4*, 404, true",
        "4*, 504, false",
        "*Timeout*, java.net.SocketTimeoutException, true",
        "*Exception, SocketTimeoutException, true",
        "*Exception, ExceptionInInitializerError, false",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXbYbZ, false",
        "*, anything, true",
        "**, anything, true",
        "a.c, abc, false",
        "(, (, true"
    })
    void matchesAsPeopleExpect(String pattern, String text, boolean expected) {
        assertThat(new Glob(pattern).matches(text)).isEqualTo(expected);
    }

    @Test
    void anEmptyTextIsMatchedByStarsOnly() {
        assertThat(new Glob("*").matches("")).isTrue();
        assertThat(new Glob("a").matches("")).isFalse();
        assertThat(new Glob("a*").matches("")).isFalse();
    }

    @Test
    void agreesWithARegularExpressionOnRandomInput() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            String pattern = randomText(random, "ab*", 6);
            String text = randomText(random, "abAB", 8);
            Pattern regex = Pattern.compile(pattern.replace("*", ".*"), Pattern.CASE_INSENSITIVE);

            assertThat(new Glob(pattern).matches(text))
                    .as("seed %d: %s on %s", seed, pattern, text)
                    .isEqualTo(regex.matcher(text).matches());
        }
    }

    @Test
    void aSpitefulPatternOnALongMessageIsStillQuick() {
        Glob spiteful = new Glob("*a".repeat(30) + "*b");
        String text = "a".repeat(4_000);

        Assertions.assertTimeoutPreemptively(
                Patience.LIMIT, () -> assertThat(spiteful.matches(text)).isFalse());
    }

    private static String randomText(Random random, String letters, int most) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}
