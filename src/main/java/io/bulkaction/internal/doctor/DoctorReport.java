package io.bulkaction.internal.doctor;

import io.bulkaction.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What an examination found.
 *
 * @param repairing whether it also repaired what it could
 * @param jobs how many were looked at
 * @param findings the first ones
 * @param counts how many of each kind there are in all
 * @param unproven what could not be proved because it kept moving, in words; not a finding
 */
public record DoctorReport(
        QueueName queue,
        Instant startedAt,
        Duration took,
        boolean repairing,
        long jobs,
        long groups,
        List<Finding> findings,
        Map<Finding.Kind, Long> counts,
        List<String> unproven) {

    public boolean isHealthy() {
        return counts.isEmpty();
    }
}
