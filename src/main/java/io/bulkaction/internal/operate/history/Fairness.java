package io.bulkaction.internal.operate.history;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.Groups;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who got what in the last minutes: jobs per group over time, the runs that came and went meanwhile, and what that did to how
 * long people waited. Everything is read from Redis, so all instances show the same; the cost does not depend on how many
 * groups there are.
 */
public final class Fairness {

    /** Groups that a chart can tell apart. */
    private static final int NAMED = 6;

    /** Runs that are looked at, of each kind. */
    private static final int MAX_RUNS = 200;

    /** Up to this many jobs a group is small. */
    private static final long SMALL = 100;

    /** A giant has at least that many times the jobs of the group in the middle. */
    private static final long GIANT = 10;

    private final Queues queues;
    private final GroupService groups;

    public Fairness(Queues queues, GroupService groups) {
        this.queues = queues;
        this.groups = groups;
    }

    /**
     * @param groups the groups with the most jobs in this time, the most first
     * @param slots jobs that ended, oldest first
     * @param runs that were open in this time, the earliest first; the latest of each kind if there are very many
     * @param headline what it comes to; null if there is no giant, or nobody came after it
     */
    public record View(
            Instant at,
            List<GroupId> groups,
            List<Slot> slots,
            List<Run> runs,
            @Nullable Headline headline,
            Waits waits) {}

    /** @param jobs of the named groups, in their order; {@code others} of all others together */
    public record Slot(Instant at, List<Long> jobs, long others) {}

    public record Run(
            GroupId groupId, GroupStatus status, long totalJobs, long doneJobs, Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {

        /** From submit to done, or to now. */
        public Duration took(Instant now) {
            return Duration.between(createdAt, finishedAt == null ? now : finishedAt);
        }
    }

    /**
     * @param giant the largest group
     * @param groups how many groups came after it and are done
     * @param median how long half of them took at most, from submit to done
     * @param inLine how long that would have been if everybody stood in a single line, as estimated
     */
    public record Headline(GroupId giant, long groups, Duration median, Duration inLine) {}

    /**
     * @param firstJob of a group, from its submit to the start of its first job
     * @param smallGroups from submit to done
     * @param largest the group with the most jobs; null if there is none
     */
    public record Waits(Times firstJob, Times smallGroups, @Nullable Run largest) {}

    /** @param count how many were measured; if none, the times are zero and mean nothing */
    public record Times(int count, Duration p50, Duration p95) {

        static Times of(List<Duration> measured) {
            List<Duration> sorted = measured.stream().sorted().toList();
            return sorted.isEmpty() ? new Times(0, Duration.ZERO, Duration.ZERO)
                    : new Times(sorted.size(), at(sorted, 50), at(sorted, 95));
        }

        private static Duration at(List<Duration> sorted, int percent) {
            return sorted.get(Math.ceilDiv(sorted.size() * percent, 100) - 1);
        }
    }

    /** @param over how far back, at most ten minutes */
    public View look(QueueName name, Duration over) {
        Queue queue = queues.get(name);
        Instant now = Instant.ofEpochMilli(queue.home().redis().millis());
        List<Chart.Slot> slots = Chart.of(queue).last((int) over.dividedBy(Chart.STEP), now);
        List<GroupId> named = largest(slots);
        List<Run> runs = runs(name, Groups.of(queue), now.minus(over));
        return new View(
                now,
                named,
                slots.stream().map(slot -> slot(slot, named)).toList(),
                runs,
                headline(runs, now).orElse(null),
                waits(runs));
    }

    private static List<GroupId> largest(List<Chart.Slot> slots) {
        Map<GroupId, Long> jobs = new LinkedHashMap<>();
        slots.forEach(slot -> slot.largest().forEach((group, count) -> jobs.merge(group, count, Long::sum)));
        return jobs.entrySet().stream()
                .sorted(Map.Entry.<GroupId, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(NAMED)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Slot slot(Chart.Slot slot, List<GroupId> named) {
        List<Long> jobs = named.stream().map(group -> slot.largest().getOrDefault(group, 0L)).toList();
        return new Slot(slot.at(), jobs, slot.all() - jobs.stream().mapToLong(Long::longValue).sum());
    }

    private List<Run> runs(QueueName name, Groups all, Instant since) {
        List<GroupId> ids = new ArrayList<>(all.finishedSince(since, MAX_RUNS));
        ids.addAll(all.inStatus(GroupStatus.RUNNING, 0, MAX_RUNS));
        ids.addAll(all.inStatus(GroupStatus.CREATED, 0, MAX_RUNS));
        return groups.progress(name, ids.stream().distinct().toList()).stream()
                .map(Fairness::run)
                .sorted(Comparator.comparing(Run::createdAt))
                .toList();
    }

    private static Run run(GroupProgress group) {
        return new Run(group.groupId(), group.status(), group.totalJobs(), group.doneJobs(), group.createdAt(),
                group.startedAt(),
                group.finishedAt());
    }

    private static Waits waits(List<Run> runs) {
        return new Waits(
                Times.of(runs.stream()
                        .filter(run -> run.startedAt() != null)
                        .map(run -> Duration.between(run.createdAt(), run.startedAt()))
                        .toList()),
                Times.of(runs.stream()
                        .filter(run -> run.totalJobs() <= SMALL && run.finishedAt() != null)
                        .map(run -> run.took(run.createdAt()))
                        .toList()),
                largestOf(runs).orElse(null));
    }

    private static Optional<Run> largestOf(List<Run> runs) {
        return runs.stream().max(Comparator.comparingLong(Run::totalJobs));
    }

    /**
     * In a single line a group is done when everything that came before it is, at the speed at which jobs really ended since
     * the giant began.
     */
    static Optional<Headline> headline(List<Run> runs, Instant now) {
        Optional<Run> found = largestOf(runs);
        List<Long> sizes = runs.stream().map(Run::totalJobs).sorted().toList();
        if (found.isEmpty() || found.get().totalJobs() < GIANT * sizes.get((sizes.size() - 1) / 2)) {
            return Optional.empty();
        }
        Run giant = found.get();
        Instant end = giant.finishedAt() == null ? now : giant.finishedAt();
        List<Run> after = runs.stream()
                .filter(run -> run != giant && !run.createdAt().isBefore(giant.createdAt()))
                .filter(run -> run.finishedAt() != null && run.createdAt().isBefore(end))
                .toList();
        if (after.isEmpty()) {
            return Optional.empty();
        }
        long jobs = giant.doneJobs() + after.stream().mapToLong(Run::totalJobs).sum();
        double millisPerJob = (double) Duration.between(giant.createdAt(), end).toMillis() / Math.max(1, jobs);
        List<Duration> inLine = new ArrayList<>();
        long before = giant.totalJobs();
        for (Run run : after) {
            before += run.totalJobs();
            Instant done = giant.createdAt().plusMillis((long) (before * millisPerJob));
            inLine.add(Duration.between(run.createdAt(), done));
        }
        return Optional.of(new Headline(
                giant.groupId(),
                after.size(),
                Times.of(after.stream().map(run -> run.took(now)).toList()).p50(),
                Times.of(inLine).p50()));
    }
}
