package io.bulkaction.group;

import io.bulkaction.group.callback.CallbackSender;
import io.bulkaction.job.GroupId;
import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.queue.Queue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Moves the groups of one queue to their end: gives ended runs their result, goes on with cancellations that were left
 * behind, tells about the ends, reports runs that nobody seals, forgets what is old.
 *
 * <p>Every instance runs one and there is no leader: work is taken under a lease, which keeps two from doing the same,
 * and every change is compare-and-set, which keeps it right when they do.
 */
public final class Watcher {

    private static final Logger log = LoggerFactory.getLogger(Watcher.class);
    private static final int BATCH = 50;

    private final Queue queue;
    private final Aggregator aggregator;
    private final LeftCancellations cancellations;
    private final Housekeeping housekeeping;
    private final Announcer announcer;
    private final WatchTiming timing;
    private final Loop loop;

    public Watcher(
            Queue queue, ResultAggregators aggregators, ApplicationEventPublisher publisher, CallbackSender callbacks) {
        this(queue, aggregators, publisher, callbacks, WatchTiming.DEFAULT);
    }

    Watcher(
            Queue queue,
            ResultAggregators aggregators,
            ApplicationEventPublisher publisher,
            CallbackSender callbacks,
            WatchTiming timing) {
        this.queue = queue;
        this.aggregator = new Aggregator(queue, aggregators);
        this.cancellations = new LeftCancellations(queue, timing.cancelPatience());
        this.housekeeping = new Housekeeping(queue, timing.housekeeping());
        this.announcer = new Announcer(queue, publisher, new Callbacks(queue, callbacks), timing);
        this.timing = timing;
        this.loop = new Loop("watcher-" + queue.name(), this::turn);
    }

    public void start() {
        loop.start();
        announcer.loop().start();
    }

    /** @return false when a turn was not over at the deadline; what it had begun is finished by another instance */
    public boolean stop(Deadline deadline) {
        loops().forEach(Loop::requestStop);
        return loops().stream().map(each -> each.stop(deadline)).reduce(true, Boolean::logicalAnd);
    }

    /** For the health of the instance. */
    public List<Loop> loops() {
        return List.of(loop, announcer.loop());
    }

    /** Tells that these groups have no job left, so that their results are made at once. Returns at once. */
    public void ended(List<GroupId> groups) {
        if (!groups.isEmpty()) {
            loop.wake();
        }
    }

    private Duration turn() {
        List<GroupId> ended = queue.groups().results().takeEnded(BATCH, timing.finalizeLease());
        finalize(ended);
        if (!ended.isEmpty()) {
            announcer.loop().wake();
        }
        boolean more = cancellations.goOn();
        more |= housekeeping.lookIfDue();
        return more || ended.size() == BATCH ? Duration.ZERO : timing.rest();
    }

    /** Side by side: each takes a few round trips, and very many groups of one job each may end at once. */
    private void finalize(List<GroupId> ended) {
        try (ExecutorService sideBySide = Executors.newVirtualThreadPerTaskExecutor()) {
            ended.forEach(group -> sideBySide.execute(() -> finalize(group)));
        }
    }

    /** One run that cannot be ended must not keep the others from it; it is tried again after its lease. */
    private void finalize(GroupId group) {
        try {
            aggregator.finalize(group).ifPresent(result -> log.info(
                    "group {} of queue {} ended run {} as {}: {} succeeded, {} failed, {} cancelled",
                    group, queue.name(), result.run(), result.status(),
                    result.successCount(), result.failedCount(), result.cancelledCount()));
        } catch (RuntimeException | Error failure) {
            log.warn("Run of group {} in queue {} could not be ended and is tried again",
                    group, queue.name(), failure);
        }
    }
}
