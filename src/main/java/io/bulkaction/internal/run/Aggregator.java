package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.Queue;
import java.time.Duration;
import java.util.Optional;

/**
 * Has the results of a run's jobs aggregated, in bounded memory whatever their number, and ends the run with that. Runs
 * whose results nobody aggregates have ended before, with their last job.
 */
final class Aggregator {

    /** For a key: longer than it takes to give it to all instances, and not for ever. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    private final Queue queue;
    private final CustomResults custom;

    public Aggregator(Queue queue, ResultAggregators aggregators) {
        this.queue = queue;
        this.custom = new CustomResults(
                Groups.of(queue).results()::returned, queue.home().redis().payloads()::decode, aggregators,
                queue.settings().reliability().aggregatorTimeout());
    }

    /**
     * Ends a run whose jobs are all done. Several instances may try at once; one of them succeeds.
     *
     * @return false if another instance ended the run, or if it is not over
     * @throws io.bulkaction.spi.PayloadCodecException while another instance may have the key that this one lacks
     */
    public boolean finalize(GroupId group) {
        GroupState state = Groups.of(queue).state(group).orElse(null);
        if (state == null || state.status() != GroupStatus.AGGREGATING) {
            return false;
        }
        boolean waits = state.finishedAt() == null || state.now().isBefore(state.finishedAt().plus(MAX_WAIT));
        CustomResults.Folded folded = custom.fold(group, waits);
        return Groups.of(queue).results().finalize(state, ResultJson.write(folded.data()), !folded.complete());
    }

    /** The result so far. Reads everything that the jobs returned, so it should not be called every second. */
    public Optional<GroupResult> partial(GroupId group) {
        return Groups.of(queue).results().current(group)
                .map(record -> record.with(custom.fold(group).data()).result(queue.name(), group));
    }
}
