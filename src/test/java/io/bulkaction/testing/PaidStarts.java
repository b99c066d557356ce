package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

/**
 * Starts as processors write them down, by windows of the clock. On a busy machine what starts at the end of a window is written
 * down in the next. So each start needs a token of its window or one that the window before has left, and none counts twice.
 */
public final class PaidStarts {

    private PaidStarts() {}

    /** @param startsByWindow by the number of the window */
    public static void assertPaid(Map<Long, Long> startsByWindow, long tokens) {
        long left = tokens;
        long before = Long.MIN_VALUE;
        for (Map.Entry<Long, Long> window : new TreeMap<>(startsByWindow).entrySet()) {
            long ofTheWindowBefore = window.getKey() == before + 1 ? left : tokens;
            long own = Math.max(0, window.getValue() - ofTheWindowBefore);
            assertThat(own).as("tokens of window %d in %s", window.getKey(), startsByWindow)
                    .isLessThanOrEqualTo(tokens);
            left = tokens - own;
            before = window.getKey();
        }
    }
}
