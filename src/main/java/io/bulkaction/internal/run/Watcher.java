package io.bulkaction.internal.run;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Each;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Finishes the runs of one queue: makes their results, continues orphaned cancellations, announces the ends, reports
 * runs that nobody seals and removes what is old.
 *
 * <p>Every instance has one and there is no leader. Work is taken under a lease, so that two instances do not do the
 * same, and every change is compare-and-set, so that nothing goes wrong if they do.
 */
public final class Watcher {

    private final RunEnder ender;
    private final OrphanedCancellations cancellations;
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
        this.cancellations = new OrphanedCancellations(queue, timing.cancelPatience());
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

    /** @return false if a turn was not over at the deadline; another instance finishes what it had begun */
    public boolean stop(Deadline deadline) {
        loops().forEach(Loop::requestStop);
        boolean stopped = loops().stream().map(each -> each.stop(deadline)).reduce(true, Boolean::logicalAnd);
        return ender.stop(deadline) && stopped;
    }

    /** For the health of the instance. */
    public List<Loop> loops() {
        return List.of(loop, announcer.loop());
    }

    /** Says that a run has ended, so that it is announced now. Returns at once. */
    public void wake() {
        loop.wake();
        announcer.loop().wake();
    }

    /** Does on the thread of the caller what the loops would have done by now. For tests, while they do not run. */
    void step() {
        ender.endAllHere();
        while (cancellations.continueSome()) {
            // a piece at a time
        }
        while (housekeeping.clean()) {
            // a piece at a time
        }
        announcer.announceAll();
    }

    private Duration turn() {
        boolean[] more = {false};
        Each.of(List.<BooleanSupplier>of(ender::endNext, cancellations::continueSome, housekeeping::cleanIfDue),
                work -> more[0] |= work.getAsBoolean());
        return more[0] ? Duration.ZERO : timing.rest();
    }
}
