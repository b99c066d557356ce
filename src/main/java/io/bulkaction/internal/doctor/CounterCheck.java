package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Counters.Census;
import io.bulkaction.internal.doctor.Counters.Miscount;
import io.bulkaction.internal.doctor.Counters.Tally;
import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.flow.Partition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proves that the counters of the groups of a partition, and its own, are right. */
final class CounterCheck {

    private final Partition partition;
    private final Counters counters;
    private final ReportDraft report;
    private final boolean repair;
    private final int atOnce;

    /** @param atOnce how many jobs and groups are counted in one step at most; more are counted while they move */
    CounterCheck(Partition partition, ReportDraft report, boolean repair, int atOnce) {
        this.partition = partition;
        this.counters = Counters.of(partition);
        this.report = report;
        this.repair = repair;
        this.atOnce = atOnce;
    }

    /** @param wrongSums groups whose counters contradict each other */
    void run(Set<String> wrongSums) {
        Census census = counters.census(atOnce);
        StepwiseCount moving = new StepwiseCount(partition, report);
        List<Miscount> wrong = census.counted() ? census.wrong() : moving.run();
        Set<String> recounted = new HashSet<>();
        for (Miscount miscount : wrong) {
            recounted.add(miscount.group());
            note(miscount.group(), "counted " + miscount.counted(), repair && counters.recount(miscount));
        }
        for (String group : wrongSums) {
            if (!recounted.contains(group)) {
                contradiction(group);
            }
        }
        checkQueue(census.counted(), moving);
    }

    private void contradiction(String group) {
        Tally tally = counters.tally(List.of(group), false).getFirst();
        List<String> sums = tally.wrong().stream().filter(GroupWalk::isSum).toList();
        if (!sums.isEmpty()) { // else it was repaired along with its jobs
            note(group, "wrong: " + sums,
                    repair && counters.recount(new Miscount(group, tally.fingerprint(), tally.counters())));
        }
    }

    private void checkQueue(boolean atOnceEnough, StepwiseCount moving) {
        @Nullable
        Long surplus = atOnceEnough ? Long.valueOf(counters.census(atOnce).surplus()) : moving.surplus();
        if (surplus != null && surplus != 0) {
            if (repair) {
                counters.correct(-surplus);
            }
            report.add(
                    Kind.QUEUE_COUNTERS,
                    partition.redis().name().value(),
                    "the lifetime counters leave %d unfinished jobs too %s".formatted(Math.abs(surplus),
                            surplus > 0 ? "many" : "few"),
                    repair ? "corrected" : null);
        }
    }

    private void note(String group, String detail, boolean recounted) {
        report.add(Kind.GROUP_COUNTERS, group, detail, recounted ? "recounted" : null);
    }
}
