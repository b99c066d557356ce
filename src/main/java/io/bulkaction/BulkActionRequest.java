package io.bulkaction;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of one group for one processor, to be given to {@link BulkActionService#submit}. Begin with {@link #to}.
 *
 * <p>A request can be submitted once, because its jobs can be read once. To submit again after an error, build a new one
 * with the same job ids.
 *
 * @param target where the jobs go and how they are treated
 * @param jobs read once, while they are sent, so the stream may be of any length
 * @param sealed whether the run is sealed behind these jobs; see {@link Builder#sealed}
 * @param checkedFirst whether all jobs are checked before the first is sent, so that one bad job stops all; see
 *     {@link Builder#jobs(Collection)}
 */
public record BulkActionRequest(Target target, Stream<JobRequest> jobs, boolean sealed, boolean checkedFirst) {

    /**
     * Where jobs go and how they are treated. Made by {@link Builder#target()}. Where a value may be null, null keeps what
     * the group has.
     *
     * @param queue the queue
     * @param group the group
     * @param processorType the type of the {@link JobProcessor} that runs the jobs
     * @param level the level of the group; {@link PriorityLevel#NORMAL} for a new group without one
     * @param basePriority milliseconds of waiting time that the group is ahead of others; 0 for a new group without one
     * @param limits the limits and the weight of the group; a new group has no limits of its own
     * @param callback the URL to which the result is posted when the run has ended
     * @param timing when the jobs may start
     * @param labels what the group can be found by, instead of the labels that it has
     * @param metadata what goes with each of the jobs that has no other of the same name
     * @param after the groups whose runs must have ended before anything starts; empty keeps what the group has
     */
    public record Target(
            QueueName queue,
            GroupId group,
            String processorType,
            @Nullable PriorityLevel level,
            @Nullable Long basePriority,
            GroupLimits limits,
            @Nullable String callback,
            Timing timing,
            @Nullable Map<String, String> labels,
            Map<String, String> metadata,
            List<After> after) {}

    /**
     * Begins a request. A group that does not exist is created with its first job.
     *
     * @param queue name of a queue; whether it exists is checked when the request is submitted
     * @param group id of a group
     * @return a builder that needs a processor and jobs, and has defaults for everything else
     * @throws InvalidIdException when one of the two breaks the {@linkplain Ids#RULE rule for ids}
     */
    public static Builder to(String queue, String group) {
        return new Builder(new QueueName(queue), new GroupId(group));
    }

    /**
     * Collects what is known about a request. Everything but the processor and the jobs has a default. For one thread.
     *
     * <p>Level, priority, limits, weight and callback belong to the group, not to these jobs alone: they change it for the jobs
     * that wait already, too, and stay until another submit or an administrator changes them. Only the callback and the times belong to the run.
     */
    public static final class Builder {

        private final QueueName queue;
        private final GroupId group;
        private @Nullable String processorType;
        private @Nullable PriorityLevel level;
        private @Nullable Long basePriority;
        private @Nullable Double maxRps;
        private @Nullable Integer maxConcurrency;
        private @Nullable Double weight;
        private @Nullable String sendingWindow;
        private @Nullable String callback;
        private @Nullable Instant startAt;
        private @Nullable Duration delay;
        private List<After> after = List.of();
        private @Nullable Instant expiresAt;
        private @Nullable Duration ttl;
        private @Nullable Map<String, String> labels;
        private final Map<String, String> metadata = new LinkedHashMap<>();
        private @Nullable Stream<JobRequest> jobs;
        private boolean sealed = true;
        private boolean checkedFirst;

        private Builder(QueueName queue, GroupId group) {
            this.queue = queue;
            this.group = group;
        }

        /**
         * Sets the processor that runs the jobs. Required.
         *
         * @param type the {@link JobProcessor#type()} of the processor
         * @return this builder
         * @throws InvalidIdException when the type breaks the {@linkplain Ids#RULE rule for ids}
         */
        public Builder processor(String type) {
            this.processorType = Ids.require("processorType", type);
            return this;
        }

        /**
         * Moves the group to a level, with the jobs that wait already.
         *
         * @param level the level, or null to keep the group's; a new group begins with {@link PriorityLevel#NORMAL}
         * @return this builder
         */
        public Builder level(@Nullable PriorityLevel level) {
            this.level = level;
            return this;
        }

        /**
         * Puts the group ahead of or behind the other groups of its level.
         *
         * @param basePriority milliseconds of waiting time that the group is ahead of others, behind them when negative;
         *     null keeps what the group has, which is 0 for a new group
         * @return this builder
         */
        public Builder basePriority(@Nullable Long basePriority) {
            this.basePriority = basePriority;
            return this;
        }

        /**
         * Limits how many jobs of the group are started per second over all instances, beside the group's share of the
         * queue's rate.
         *
         * @param maxRps jobs per second, 0 to {@value GroupLimits#MAX_RPS}; 0 removes the limit, null keeps what the group
         *     has. A new group has no limit
         * @return this builder
         */
        public Builder maxRps(@Nullable Double maxRps) {
            this.maxRps = maxRps;
            return this;
        }

        /**
         * Limits how many jobs of the group are in progress at the same time over all instances.
         *
         * @param maxConcurrency jobs that are ready or running, 0 or more; 0 removes the limit, null keeps what the group
         *     has. A new group has no limit
         * @return this builder
         */
        public Builder maxConcurrency(@Nullable Integer maxConcurrency) {
            this.maxConcurrency = maxConcurrency;
            return this;
        }

        /**
         * Gives the group a larger or smaller share than the other groups of its level.
         *
         * @param weight how much the group gets at its turn, {@value GroupLimits#MIN_WEIGHT} to
         *     {@value GroupLimits#MAX_WEIGHT}: twice as much with 2, half as much with 0.5; null keeps what the group has,
         *     which is {@value GroupLimits#DEFAULT_WEIGHT} for a new group
         * @return this builder
         */
        public Builder weight(@Nullable Double weight) {
            this.weight = weight;
            return this;
        }

        /**
         * Has the jobs of the group start only within the hours of a sending window, in this run and later ones; what runs
         * continues to its end. The queue and the tenant may have windows of their own: all must be open.
         *
         * @param name name of a window in the settings ({@code bulk-action.windows}), one that was made at run time, or a preset;
         *     {@value GroupLimits#NO_WINDOW} for all hours; null keeps what the group has
         * @return this builder
         */
        public Builder sendingWindow(@Nullable String name) {
            this.sendingWindow = name;
            return this;
        }

        /**
         * Has the {@link GroupResult} posted to a URL when the run has ended.
         *
         * @param url a URL whose host is among {@code bulk-action.callbacks.allowed-hosts}, which is checked when the
         *     request is submitted; null keeps what the run has, and a new run has none
         * @return this builder
         */
        public Builder callback(@Nullable String url) {
            this.callback = url;
            return this;
        }

        /**
         * Has the group wait until a time: nothing of it starts before, and it costs nothing until then.
         *
         * @param time not before this; a time that is over means at once, null keeps what the group has
         * @return this builder
         */
        public Builder startAt(@Nullable Instant time) {
            this.startAt = time;
            return this;
        }

        /**
         * The same, counted from the submit.
         *
         * @param delay how long the group waits; null keeps what it has
         * @return this builder
         */
        public Builder delay(@Nullable Duration delay) {
            this.delay = delay;
            return this;
        }

        /**
         * Has the group wait until the runs of other groups have ended; it costs nothing until then. Waits for the runs that they
         * have now, or else for their first ones. If that can no longer be, as when one that must succeed has failed, the group is
         * cancelled.
         *
         * @param groups at most {@value After#MAX}; none keeps what the group has
         * @return this builder
         * @throws InvalidSubmissionException when there are too many
         */
        public Builder after(Collection<After> groups) {
            if (groups.size() > After.MAX) {
                throw new InvalidSubmissionException("after names at most " + After.MAX + " groups");
            }
            this.after = List.copyOf(groups);
            return this;
        }

        /**
         * The same for groups of the same queue, however their runs end.
         *
         * @param groups their ids
         * @return this builder
         * @throws InvalidIdException when an id breaks the {@linkplain Ids#RULE rule for ids}
         */
        public Builder after(String... groups) {
            return after(Stream.of(groups).map(After::of).toList());
        }

        /**
         * Gives the group labels, by which people find it.
         *
         * @param labels at most 5, instead of those that the group has: a key has 1 to 40 characters of {@code A-Z a-z 0-9 . _ -}, a
         *     value 1 to 80 without commas and control characters; null keeps what the group has
         * @return this builder
         * @throws InvalidSubmissionException when a label breaks the rule, or there are too many
         */
        public Builder labels(@Nullable Map<String, String> labels) {
            this.labels = labels == null ? null : Labels.require(labels);
            return this;
        }

        /**
         * Gives every job of the request one more piece of metadata, see {@link JobRequest#with}. What a job has of the same
         * name counts more.
         *
         * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ -}
         * @param value a text
         * @return this builder
         */
        public Builder with(String name, String value) {
            metadata.put(name, value);
            return this;
        }

        /**
         * Lets no job of this request start after a time: those that have not by then end as {@link JobStatus#EXPIRED}, and
         * so do those whose retry would be later.
         *
         * @param time the last moment; null for never
         * @return this builder
         */
        public Builder expiresAt(@Nullable Instant time) {
            this.expiresAt = time;
            return this;
        }

        /**
         * The same, counted from the submit.
         *
         * @param ttl how long the jobs may wait; null for ever
         * @return this builder
         */
        public Builder ttl(@Nullable Duration ttl) {
            this.ttl = ttl;
            return this;
        }

        /**
         * Says whether these are the last jobs of the run. A run ends when it is sealed and all its jobs are done.
         *
         * @param sealed false when more jobs will follow in another request; true is the default
         * @return this builder
         */
        public Builder sealed(boolean sealed) {
            this.sealed = sealed;
            return this;
        }

        /**
         * Sets jobs that are checked and sent while the stream is read. A bad job stops the submit, and the jobs before it
         * may have been accepted already. For any number of jobs: only a few thousand are in memory at a time.
         *
         * @param jobs at least one; replaces jobs set before
         * @return this builder
         */
        public Builder jobs(Stream<JobRequest> jobs) {
            this.jobs = jobs;
            this.checkedFirst = false;
            return this;
        }

        /**
         * Sets jobs that are all checked before the first is sent. A bad job stops the submit, and nothing is written.
         *
         * @param jobs at least one; replaces jobs set before
         * @return this builder
         */
        public Builder jobs(Collection<JobRequest> jobs) {
            this.jobs = jobs.stream();
            this.checkedFirst = true;
            return this;
        }

        /**
         * Completes the request.
         *
         * @return the request, to be submitted once
         * @throws InvalidSubmissionException when the processor or the jobs are missing, or a limit or the weight is out
         *     of its bounds
         */
        public BulkActionRequest build() {
            if (jobs == null) {
                throw new InvalidSubmissionException("a request needs jobs");
            }
            return new BulkActionRequest(target(), jobs, sealed, checkedFirst);
        }

        /**
         * Completes the request without jobs, for {@link BulkActionService#open(Target)}.
         *
         * @return everything but the jobs
         * @throws InvalidSubmissionException when the processor is missing, or a limit or the weight is out of its bounds
         */
        public Target target() {
            if (processorType == null) {
                throw new InvalidSubmissionException("a request needs a processorType");
            }
            return new Target(
                    queue, group, processorType, level, basePriority,
                    new GroupLimits(maxRps, maxConcurrency, weight, sendingWindow),
                    callback, new Timing(startAt, delay, expiresAt, ttl), labels,
                    Collections.unmodifiableMap(new LinkedHashMap<>(metadata)), after);
        }
    }
}
