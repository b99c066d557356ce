package io.bulkaction.internal.metrics;

import io.bulkaction.PriorityLevel;
import java.util.List;
import java.util.Map;

/**
 * How a queue stands in Redis, over all instances.
 *
 * @param groups groups in each fair queue; a level that is missing has none
 * @param congestion groups per congestion level, by its name in lower case; a level that is missing has none
 */
public record QueueSnapshot(
        long ready,
        long nonReady,
        long inFlight,
        long deadLetters,
        boolean paused,
        Map<PriorityLevel, Long> groups,
        Map<String, Long> congestion) {

    /** Every level a group can have. */
    public static final List<String> CONGESTION_LEVELS = List.of("none", "low", "moderate", "high", "severe");
}
