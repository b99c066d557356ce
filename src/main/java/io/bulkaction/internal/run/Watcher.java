package io.bulkaction.internal.run;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Moves the groups of one queue to their end: gives ended runs their result, goes on with cancellations that were left
 * behind, tells about the ends, reports runs that nobody seals, forgets what is old.
 *
 * <p>Every instance runs one and there is no leader: work is taken under a lease, which keeps two from doing the same,
 * and every change is compare-and-set, which keeps it right when they do.
 */
public final class Watcher {

    private final RunEnder ender;
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
        this.cancellations = new LeftCancellations(queue, timing.cancelPatience());
        this.housekeeping = new Housekeeping(queue, timing.housekeeping());
        this.announcer = new Announcer(queue, publisher, new Callbacks(queue, callbacks), timing);
        this.ender = new RunEnder(
                queue, new Aggregator(queue, aggregators), timing.finalizeLease(), announcer.loop()::wake);
        this.timing = timing;
        this.loop = new Loop("watcher-" + queue.name(), this::turn);
    }

    public void start() {
        ender.start();
        loop.start();
        announcer.loop().start();
    }

    /** @return false when a turn was not over at the deadline; what it had begun is finished by another instance */
    public boolean stop(Deadline deadline) {
        loops().forEach(Loop::requestStop);
        boolean stopped = loops().stream().map(each -> each.stop(deadline)).reduce(true, Boolean::logicalAnd);
        return ender.stop(deadline) && stopped;
    }

    /** For the health of the instance. */
    public List<Loop> loops() {
        return List.of(loop, announcer.loop());
    }

    /** Lets the watcher look for ended runs now. Returns at once. */
    public void wake() {
        loop.wake();
    }

    private Duration turn() throws InterruptedException {
        boolean more = ender.endNext();
        more |= cancellations.goOn();
        more |= housekeeping.lookIfDue();
        return more ? Duration.ZERO : timing.rest();
    }
}
