package io.bulkaction.submit;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.Ids;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.GroupLimits;
import java.util.Collection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of one group for one processor.
 *
 * @param jobs read once, as they are sent: a stream may be of any length
 * @param checkedFirst whether all jobs are checked before the first is sent, so that one bad job stops the whole
 */
public record BulkActionRequest(Target target, Stream<JobRequest> jobs, boolean sealed, boolean checkedFirst) {

    /**
     * Where jobs go and how they are treated. Null keeps what the group has.
     *
     * @param callback where the result is posted when the run has ended
     */
    public record Target(
            QueueName queue,
            GroupId group,
            String processorType,
            @Nullable PriorityLevel level,
            @Nullable Long basePriority,
            GroupLimits limits,
            @Nullable String callback) {}

    public static Builder to(String queue, String group) {
        return new Builder(new QueueName(queue), new GroupId(group));
    }

    /** Collects what is known about a request; everything but the processor and the jobs has a default. */
    public static final class Builder {

        private final QueueName queue;
        private final GroupId group;
        private @Nullable String processorType;
        private @Nullable PriorityLevel level;
        private @Nullable Long basePriority;
        private @Nullable Double maxRps;
        private @Nullable Integer maxConcurrency;
        private @Nullable String callback;
        private @Nullable Stream<JobRequest> jobs;
        private boolean sealed = true;
        private boolean checkedFirst;

        private Builder(QueueName queue, GroupId group) {
            this.queue = queue;
            this.group = group;
        }

        public Builder processor(String type) {
            this.processorType = Ids.require("processorType", type);
            return this;
        }

        /** Moves the whole group, jobs that wait already included. */
        public Builder level(@Nullable PriorityLevel level) {
            this.level = level;
            return this;
        }

        /** Milliseconds of waiting time that the group has ahead of others, or behind when negative. */
        public Builder basePriority(@Nullable Long basePriority) {
            this.basePriority = basePriority;
            return this;
        }

        /** The group's own rate beside its share; 0 takes the limit away. */
        public Builder maxRps(@Nullable Double maxRps) {
            this.maxRps = maxRps;
            return this;
        }

        /** How many of the group's jobs may run at once; 0 takes the limit away. */
        public Builder maxConcurrency(@Nullable Integer maxConcurrency) {
            this.maxConcurrency = maxConcurrency;
            return this;
        }

        /** Where the result is posted when the run has ended. */
        public Builder callback(@Nullable String url) {
            this.callback = url;
            return this;
        }

        /** False when more jobs are to follow: the run cannot end before it is sealed. */
        public Builder sealed(boolean sealed) {
            this.sealed = sealed;
            return this;
        }

        /** Checked and sent as the stream goes: a bad job stops it, what went before stays accepted. */
        public Builder jobs(Stream<JobRequest> jobs) {
            this.jobs = jobs;
            this.checkedFirst = false;
            return this;
        }

        /** Checked as a whole before the first is sent: a bad job stops it and nothing is written. */
        public Builder jobs(Collection<JobRequest> jobs) {
            this.jobs = jobs.stream();
            this.checkedFirst = true;
            return this;
        }

        public BulkActionRequest build() {
            if (jobs == null) {
                throw new InvalidSubmissionException("a request needs jobs");
            }
            return new BulkActionRequest(target(), jobs, sealed, checkedFirst);
        }

        /** The same without jobs, for a stream that is added to. */
        public Target target() {
            if (processorType == null) {
                throw new InvalidSubmissionException("a request needs a processorType");
            }
            return new Target(
                    queue, group, processorType, level, basePriority, new GroupLimits(maxRps, maxConcurrency),
                    callback);
        }
    }
}
