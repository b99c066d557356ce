package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupResult.Durations;
import io.bulkaction.GroupResult.ErrorSummary;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.DurationSketch;
import io.bulkaction.internal.flow.Queue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the result of a run, in bounded memory whatever the number of jobs, and ends the run with it. */
public final class Aggregator {

    private static final int MAX_ERRORS = 50;

    private final Queue queue;
    private final CustomResults custom;

    public Aggregator(Queue queue, ResultAggregators aggregators) {
        this.queue = queue;
        this.custom = new CustomResults(
                Groups.of(queue).results(), aggregators, queue.settings().reliability().aggregatorTimeout());
    }

    /**
     * Ends a run whose jobs are all done. Several instances may try at once; one of them succeeds.
     *
     * @return empty if another instance ended the run, or if it is not over
     */
    public Optional<GroupResult> finalize(GroupId group) {
        GroupState state = Groups.of(queue).state(group).orElse(null);
        if (state == null || state.status() != GroupStatus.AGGREGATING) {
            return Optional.empty();
        }
        GroupStatus status = finalStatus(state);
        CustomResults.Folded folded = custom.fold(group);
        GroupResult result = result(state, status, folded);
        boolean won = Groups.of(queue)
                .results()
                .finalize(state, status, ResultJson.write(result), !folded.complete());
        return won ? Optional.of(result) : Optional.empty();
    }

    /** The result so far. Reads everything that the jobs returned, so it should not be called every second. */
    public Optional<GroupResult> partial(GroupId group) {
        return Groups.of(queue).state(group).map(state -> result(state, state.status(), custom.fold(group)));
    }

    private static GroupStatus finalStatus(GroupState state) {
        if (state.cancelled()) {
            return GroupStatus.CANCELLED;
        }
        return state.counts().failed() > 0 ? GroupStatus.FAILED : GroupStatus.COMPLETED;
    }

    private GroupResult result(GroupState state, GroupStatus status, CustomResults.Folded folded) {
        GroupCounts counts = state.counts();
        RunResults results = Groups.of(queue).results();
        return new GroupResult(
                queue.name(),
                state.group(),
                state.run(),
                state.ending(),
                status,
                counts.total(),
                counts.success(),
                counts.failed(),
                counts.cancelled(),
                counts.resolved(),
                successRate(counts),
                durations(results.durations(state.group())),
                errors(results.errors(state.group())),
                state.createdAt(),
                state.startedAt(),
                state.finishedAt(),
                state.cancelReason(),
                folded.data());
    }

    private static @Nullable Double successRate(GroupCounts counts) {
        long ran = counts.success() + counts.failed() + counts.resolved();
        return ran == 0 ? null : (double) counts.success() / ran;
    }

    private static Durations durations(RunResults.Durations measured) {
        DurationSketch sketch = measured.sketch();
        long count = sketch.count();
        return new Durations(
                count,
                millis(sketch.quantile(0)),
                count == 0 ? 0 : millis((double) measured.sumMillis() / count),
                millis(sketch.quantile(0.5)),
                millis(sketch.quantile(0.95)),
                millis(sketch.quantile(0.99)),
                millis(sketch.quantile(1)));
    }

    private static double millis(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private static List<ErrorSummary> errors(List<RunResults.ErrorCount> counted) {
        return counted.stream()
                .sorted(Comparator.comparingLong(RunResults.ErrorCount::count)
                        .reversed()
                        .thenComparing(RunResults.ErrorCount::code))
                .limit(MAX_ERRORS)
                .map(Aggregator::summary)
                .toList();
    }

    private static ErrorSummary summary(RunResults.ErrorCount error) {
        String[] example = error.example().map(text -> text.split(" ", 2)).orElse(new String[0]);
        return new ErrorSummary(
                error.code(),
                error.count(),
                example.length > 0 ? example[0] : null,
                example.length > 1 ? example[1] : null);
    }
}
