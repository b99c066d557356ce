package io.bulkaction.internal.builtin.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-01-20T10:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            120                             | PT2M
            ' 7 '                           | PT7S
            Tue, 20 Jan 2026 10:00:30 GMT   | PT30S
            0                               | PT1S
            Tue, 20 Jan 2026 09:00:00 GMT   | PT1S
            999999999999                    | P1D
            Fri, 20 Jan 2090 10:00:00 GMT   | P1D
            """)
    void readsSecondsAndDatesWithinBounds(String header, Duration expected) {
        assertThat(RetryAfter.parse(header, NOW)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "1.5", "99999999999999999999", "2026-01-20T10:00:30Z"})
    void anUnreadableHeaderIsIgnored(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isEmpty();
    }

    @Test
    void aMissingHeaderIsEmpty() {
        assertThat(RetryAfter.parse(null, NOW)).isEmpty();
    }
}
