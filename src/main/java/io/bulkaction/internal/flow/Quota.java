package io.bulkaction.internal.flow;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much an account may have at a time, over all queues. Null = any.
 *
 * @param jobs unfinished jobs
 * @param bytes payload bytes of those
 * @param groups groups whose run has not ended
 */
public record Quota(@Nullable Long jobs, @Nullable Long bytes, @Nullable Long groups,
        @Nullable Double submitsPerSecond) {

    /** Whether there is anything to count. */
    public boolean hasNoLimit() {
        return Stream.of(jobs, bytes, groups, submitsPerSecond).allMatch(Objects::isNull);
    }

    /** As the script reads it. */
    String text() {
        return Stream.of(jobs, bytes, groups, submitsPerSecond)
                .map(each -> each == null ? "-" : each.toString())
                .collect(Collectors.joining(" "));
    }

    /** @param text as the script keeps it; empty = nobody has said it yet */
    static Quota parse(String text) {
        String[] parts = (text + " - - - -").strip().split(" ");
        return new Quota(whole(parts[0]), whole(parts[1]), whole(parts[2]),
                parts[3].equals("-") ? null : Double.valueOf(parts[3]));
    }

    private static @Nullable Long whole(String text) {
        return text.equals("-") ? null : Long.valueOf(text);
    }
}
