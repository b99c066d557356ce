package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.JobRequest;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.EnqueueBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request whose jobs have been read and checked; all of them have ids.
 *
 * @param trace what its jobs carry for tracing
 * @param at when it was submitted, by the clock of that process: durations count from then
 */
public record CheckedRequest(
        Target target, List<EnqueueBatch.Entry> jobs, boolean sealed, @Nullable String trace, Instant at) {

    /** As it would have to be submitted later to mean the same. */
    CheckedRequest asOf(Instant now) {
        Duration passed = Duration.between(at, now);
        // why not times: what they are compared with is another clock, that of Redis
        return passed.isPositive() ? timed(timing -> new Timing(
                timing.startAt(), less(timing.delay(), passed), timing.expiresAt(), less(timing.ttl(), passed)))
                : this;
    }

    /** For the application to submit once more, whenever that is. */
    public BulkActionRequest again() {
        CheckedRequest fixed = timed(timing -> timing.from(at));
        return new BulkActionRequest(
                fixed.target(),
                fixed.jobs().stream().map(job -> new JobRequest(
                        job.id().value(), new CheckedJson(job.payload()), job.timing(), job.metadata())),
                sealed, true);
    }

    CheckedRequest tracedBy(@Nullable String carrier) {
        return new CheckedRequest(target, jobs, sealed, carrier, at);
    }

    static Target with(Target target, Timing timing) {
        return new Target(
                target.queue(), target.group(), target.processorType(), target.level(), target.basePriority(),
                target.limits(), target.callback(), timing, target.labels(), target.metadata(), target.after());
    }

    private CheckedRequest timed(UnaryOperator<Timing> change) {
        return new CheckedRequest(
                with(target, change.apply(target.timing())),
                jobs.stream().map(job -> job.timing().isRelative() ? job.with(change.apply(job.timing())) : job)
                        .toList(),
                sealed, trace, at);
    }

    private static @Nullable Duration less(@Nullable Duration duration, Duration passed) {
        return duration == null ? null : duration.compareTo(passed) > 0 ? duration.minus(passed) : Duration.ZERO;
    }
}
