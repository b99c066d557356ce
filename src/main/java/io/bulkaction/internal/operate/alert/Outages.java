package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.QueueControl.Look;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Since when this instance has not reached all of a queue. A failover takes less than what is told to people. */
final class Outages {

    static final Duration TOLD_AFTER = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private final Map<QueueName, Long> since = new HashMap<>();

    Outages(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @return whether it has lasted so long that people are to know of it */
    boolean isLong(Look look) {
        long now = nanos.getAsLong();
        if (look.isComplete()) {
            since.remove(look.queue().name());
            return false;
        }
        return now - since.computeIfAbsent(look.queue().name(), queue -> now) >= TOLD_AFTER.toNanos();
    }
}
