package io.bulkaction.internal.doctor;

import io.bulkaction.QueueName;
import io.bulkaction.internal.doctor.Finding.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an examination has found so far; of very many findings only the first are kept. */
final class ReportDraft {

    private static final int MAX_KEPT = 500;

    private final List<Finding> findings = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> unproven = new ArrayList<>();
    private long jobs;
    private long groups;

    void add(Kind kind, String subject, String detail, @Nullable String remedy) {
        counts.merge(kind, 1L, Long::sum);
        if (findings.size() < MAX_KEPT) {
            findings.add(new Finding(kind, subject, detail, remedy));
        }
    }

    void unproven(String what) {
        unproven.add(what);
    }

    void sawJobs(long count) {
        jobs += count;
    }

    void sawGroups(long count) {
        groups += count;
    }

    DoctorReport finish(QueueName queue, Instant startedAt, Duration took, boolean repairing) {
        return new DoctorReport(
                queue, startedAt, took, repairing, jobs, groups,
                List.copyOf(findings), Map.copyOf(counts), List.copyOf(unproven));
    }
}
