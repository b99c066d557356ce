package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.Timing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of one group that are added together.
 *
 * @param seal whether no more jobs are to come for this run
 * @param given what else is said of the group
 * @param trace trace context that the jobs go on with
 * @param by on whose behalf
 */
public record EnqueueBatch(
        GroupId group,
        String processorType,
        boolean seal,
        Given given,
        @Nullable String trace,
        By by,
        List<Entry> jobs) {

    /** More would not fit into one command of the script, and every script must be short. */
    public static final int MAX_JOBS = 1_000;

    public EnqueueBatch {
        if (jobs.size() > MAX_JOBS) {
            throw new IllegalArgumentException(
                    "a batch has at most " + MAX_JOBS + " jobs, not " + jobs.size() + "; send several");
        }
    }

    public EnqueueBatch(
            GroupId group, String processorType, boolean seal, Given given, @Nullable String trace, List<Entry> jobs) {
        this(group, processorType, seal, given, trace, By.NOBODY, jobs);
    }

    /** A batch that seals its group and leaves the rest of it as it is. */
    public static EnqueueBatch of(GroupId group, String processorType, List<Entry> jobs) {
        return new EnqueueBatch(group, processorType, true, Given.NOTHING, null, jobs);
    }

    /** Whether something of it waits for a time. */
    boolean hasTimes() {
        return given.startAt() != null || given.expiresAt() != null
                || jobs.stream().anyMatch(job -> !job.timing().equals(Timing.NONE));
    }

    public EnqueueBatch with(Given changed) {
        return new EnqueueBatch(group, processorType, seal, changed, trace, by, jobs);
    }

    public EnqueueBatch with(GroupLimits limits) {
        return with(given.with(limits));
    }

    public EnqueueBatch with(By other) {
        return new EnqueueBatch(group, processorType, seal, given, trace, other, jobs);
    }

    public EnqueueBatch sealed(boolean sealed) {
        return new EnqueueBatch(group, processorType, sealed, given, trace, by, jobs);
    }

    /**
     * On whose behalf jobs are added.
     *
     * @param owner of the group if this creates it; null = nobody
     * @param knows name of the owner that the group may have; the batch is refused if it has another. Null = any
     * @param isKept whether to some groups, and so to what others have set for them
     * @param paid by whose quota; null = nobody's
     */
    public record By(@Nullable GroupOwner owner, @Nullable String knows, boolean isKept, @Nullable Paid paid) {

        public static final By NOBODY = new By(null, null, false, null);

        public By with(Paid reservation) {
            return new By(owner, knows, isKept, reservation);
        }

        /** As the script reads it. */
        String lines() {
            Lines lines = new Lines();
            if (owner != null) {
                lines.add("owner", owner.name())
                        .add("ownerGroups", owner.groups().isEmpty() ? null : owner.groups())
                        .add("knows", knows)
                        .add("kept", isKept ? 1 : null);
            }
            if (paid != null) {
                lines.add("account", paid.account())
                        .add("bytes", paid.countsBytes() ? 1 : 0)
                        .add("opens", paid.opens() ? 1 : 0)
                        .add("until", paid.until());
            }
            return lines.toString();
        }
    }

    /**
     * A reservation of an account's quota that covers a batch.
     *
     * @param opens whether it covers a group, too
     * @param until when it is over, by the clock of Redis
     */
    public record Paid(String account, boolean countsBytes, boolean opens, long until) {}

    /**
     * What a submit may say of its group; null keeps it as it is.
     *
     * @param callback where the result is posted
     * @param startAt nothing of it starts before
     * @param expiresAt nothing of these jobs starts later
     * @param labels by key
     * @param after which runs it waits for, see {@link AfterRun}
     */
    public record Given(
            @Nullable PriorityLevel level,
            @Nullable Long basePriority,
            GroupLimits limits,
            @Nullable String callback,
            @Nullable Instant startAt,
            @Nullable Map<String, String> labels,
            @Nullable String after,
            @Nullable Instant expiresAt) {

        public Given(
                @Nullable PriorityLevel level,
                @Nullable Long basePriority,
                GroupLimits limits,
                @Nullable String callback,
                @Nullable Instant startAt,
                @Nullable Map<String, String> labels) {
            this(level, basePriority, limits, callback, startAt, labels, null, null);
        }

        public Given(
                @Nullable PriorityLevel level,
                @Nullable Long basePriority,
                GroupLimits limits,
                @Nullable String callback,
                @Nullable Instant startAt) {
            this(level, basePriority, limits, callback, startAt, null, null, null);
        }

        public static final Given NOTHING = new Given(null, null, GroupLimits.KEEP, null, null);

        public Given with(GroupLimits changed) {
            return new Given(level, basePriority, changed, callback, startAt, labels, after, expiresAt);
        }

        public Given with(PriorityLevel changed) {
            return new Given(changed, basePriority, limits, callback, startAt, labels, after, expiresAt);
        }

        public Given with(long changedBasePriority) {
            return new Given(level, changedBasePriority, limits, callback, startAt, labels, after, expiresAt);
        }

        public Given startingAt(Instant time) {
            return new Given(level, basePriority, limits, callback, time, labels, after, expiresAt);
        }

        public Given after(String runs) {
            return new Given(level, basePriority, limits, callback, startAt, labels, runs, expiresAt);
        }

        public Given expiringAt(Instant time) {
            return new Given(level, basePriority, limits, callback, startAt, labels, after, time);
        }

        /** As the script reads it. */
        String lines() {
            return new Lines()
                    .add("level", level == null ? null : level.name().toLowerCase(Locale.ROOT))
                    .add("basePriority", basePriority)
                    .add("maxRps", limits.maxRps())
                    .add("maxConcurrency", limits.maxConcurrency())
                    .add("weight", limits.weight())
                    .add("callback", callback)
                    .add("startAt", startAt == null ? null : startAt.toEpochMilli())
                    .add("after", after)
                    .add("sendingWindow", limits.sendingWindow())
                    .add("expiresAt", expiresAt == null ? null : expiresAt.toEpochMilli())
                    .add("labels", labels == null ? null : text(labels))
                    .toString();
        }

        private static String text(Map<String, String> labels) {
            return labels.entrySet().stream()
                    .map(label -> label.getKey() + "=" + label.getValue())
                    .collect(Collectors.joining("\t"));
        }
    }

    /**
     * @param payload JSON text
     * @param more further fields of the job's hash, as {@link Lines}
     */
    public record Entry(JobId id, String payload, String more) {

        public Entry(JobId id, String payload) {
            this(id, payload, "");
        }

        public static Entry of(JobId id, String payload, Timing timing) {
            return of(id, payload, timing, Map.of());
        }

        public static Entry of(JobId id, String payload, Timing timing, Map<String, String> metadata) {
            return timing.equals(Timing.NONE) && metadata.isEmpty() ? new Entry(id, payload)
                    : new Entry(id, payload, new Lines()
                            .add("runAt", timing.startAt() == null ? null : timing.startAt().toEpochMilli())
                            .add("delay", timing.delay() == null ? null : timing.delay().toMillis())
                            .add("expiresAt", timing.expiresAt() == null ? null : timing.expiresAt().toEpochMilli())
                            .add("ttl", timing.ttl() == null ? null : timing.ttl().toMillis())
                            .add("metadata", metadata.isEmpty() ? null : Metadata.write(metadata))
                            .toString());
        }

        /** Of the payload as it was submitted, however it is stored. */
        public long bytes() {
            return payload.getBytes(StandardCharsets.UTF_8).length;
        }

        /** As a line of what is more. */
        String size() {
            return new Lines().add("size", bytes()).toString();
        }

        public Timing timing() {
            return more.isEmpty() ? Timing.NONE
                    : new Timing(time("runAt"), duration("delay"), time("expiresAt"), duration("ttl"));
        }

        public Entry with(Timing timing) {
            return of(id, payload, timing, metadata());
        }

        private @Nullable Instant time(String field) {
            return more(field).map(time -> Instant.ofEpochMilli(Long.parseLong(time))).orElse(null);
        }

        private @Nullable Duration duration(String field) {
            return more(field).map(time -> Duration.ofMillis(Long.parseLong(time))).orElse(null);
        }

        public Map<String, String> metadata() {
            return more("metadata").map(Metadata::read).orElse(Map.of());
        }

        /** A field of what is more. */
        public Optional<String> more(String field) {
            return more.lines().filter(line -> line.startsWith(field + " "))
                    .map(line -> line.substring(field.length() + 1)).findFirst();
        }
    }
}
