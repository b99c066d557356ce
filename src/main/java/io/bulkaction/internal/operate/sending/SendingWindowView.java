package io.bulkaction.internal.operate.sending;

import io.bulkaction.QueueName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sending window as people see it.
 *
 * @param open whether it is open
 * @param until when it closes, or opens next; null if it never does
 * @param queues that keep to it
 */
public record SendingWindowView(SendingWindow window, boolean open, @Nullable Instant until, List<QueueName> queues) {

    static SendingWindowView of(SendingWindow window, Instant now, List<QueueName> queues) {
        Timetable times = Timetable.of(window, now);
        Instant until = times.closesAfter(now).or(() -> times.opensAfter(now)).orElse(null);
        return new SendingWindowView(window, times.isOpen(now), until, queues);
    }
}
