package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Finding.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one examination has found so far; of very many findings only the first are kept. */
final class Notes {

    private static final int MOST_KEPT = 500;

    private final List<Finding> findings = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> unproven = new ArrayList<>();
    private long jobs;
    private long groups;

    void add(Kind kind, String subject, String detail, @Nullable String remedy) {
        counts.merge(kind, 1L, Long::sum);
        if (findings.size() < MOST_KEPT) {
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

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    Map<Kind, Long> counts() {
        return Map.copyOf(counts);
    }

    List<String> unproven() {
        return List.copyOf(unproven);
    }

    long jobs() {
        return jobs;
    }

    long groups() {
        return groups;
    }
}
