package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.InFlight.Recovered;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.flow.NonReadyQueue.Dispatched;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.internal.flow.Tokens;
import io.bulkaction.internal.flow.Watch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * The engine of one queue without threads, for tests: whoever calls it is fetcher, dispatcher, recoverer and worker in turn,
 * on the scripts of production and on a clock that only the caller moves. A job takes no time on that clock.
 */
public final class SteppedEngine {

    /** Far more than any test needs at one moment. */
    private static final int MAX_ROUNDS = 100_000;

    /** Of somebody who is sure that whoever is silent is gone. */
    private static final Watch SURE = new Watch(Duration.ofDays(365), Duration.ZERO, 0, Duration.ZERO);

    private final Queue queue;
    private final CallingWorker worker;
    private final KnownTypes types;
    private final Acknowledger acknowledger;
    private final Tokens tokens;
    private final PriorityQueue<Long> leaseEnds = new PriorityQueue<>();
    private Optional<Duration> next = Optional.empty();

    SteppedEngine(Queue queue, EngineParts parts) {
        this.queue = queue;
        this.tokens = queue.tokens();
        this.acknowledger =
                new Acknowledger(queue, new Leases(), parts.metrics(), parts.runEnded(), (partition, mayWait) -> {},
                        parts.failed());
        this.worker = new CallingWorker(parts, acknowledger);
        this.types = new KnownTypes(parts.processors(), queue.foreign(), TypeLimits.NONE);
    }

    public Queue queue() {
        return queue;
    }

    /** Does everything that is due at this moment. @return how many attempts that were */
    public int runDue() {
        int workers = queue.settings().workerPool().workerCount();
        int attempts = 0;
        for (int round = 0; workers > 0 && round < MAX_ROUNDS; round++) {
            int moved = recover();
            Claimed claimed = serve(workers);
            KnownTypes.Split split = types.take(claimed.jobs());
            if (!split.others().isEmpty()) {
                queue.home().inFlight().release(
                        split.others().stream().map(job -> new Release(job, false)).toList());
            }
            split.own().forEach(worker::run);
            acknowledger.writeAll();
            attempts += split.own().size();
            if (moved == 0 && claimed.jobs().isEmpty()) {
                return attempts;
            }
        }
        if (workers == 0) {
            return 0;
        }
        throw new IllegalStateException("queue " + queue.name() + " does not come to rest: after " + attempts
                + " attempts at one moment there is still something to do");
    }

    /** After {@link #runDue()}: how long until there is more to do; empty when only a submit or a person can bring work. */
    public Optional<Duration> nextDue() {
        Optional<Duration> lease = Optional.ofNullable(leaseEnds.peek())
                .map(end -> Duration.ofMillis(Math.max(1, end - queue.home().redis().millis())));
        return soonest(Stream.of(next, lease));
    }

    /** Claims jobs as an instance does that dies before it has run them: nobody extends their leases. */
    public List<ClaimedJob> claimAndDie(int limit) {
        recover();
        List<ClaimedJob> jobs = serve(limit).jobs();
        if (!jobs.isEmpty()) {
            leaseEnds.add(queue.home().redis().millis() + queue.settings().reliability().lease().toMillis());
        }
        return jobs;
    }

    private int recover() {
        long now = queue.home().redis().millis();
        leaseEnds.removeIf(end -> end <= now);
        Recovered recovered = queue.home().inFlight().recover(InFlight.MAX_BATCH, 0, SURE);
        return recovered.moved();
    }

    /** Moves what is due to its group, what has its turn to Ready, and claims. */
    private Claimed serve(int workers) {
        Dispatched dispatched;
        do {
            dispatched = queue.home().nonReady().dispatch(queue.settings().backpressure().dispatchBatchSize());
        } while (dispatched.bringsWork());
        Fetched fetched;
        do {
            fetched = queue.home().fairQueue().fetch(queue.settings().workerPool().fetchBatchSize(), 2 * workers);
        } while (fetched.stop() == Stop.MORE);
        Claimed claimed = claim(workers);
        next = soonest(Stream.of(dispatched.waitFor(), fetched.waitFor(), claimed.waitFor()));
        return claimed;
    }

    /** As many as there are tokens for. Keeps none of them: the clock may move before the next job comes. */
    private Claimed claim(int workers) {
        int payable = tokens.upTo(workers);
        if (payable == 0) {
            return Claimed.none(queue.home().ready().size() == 0 ? Optional.empty() : Optional.of(tokens.waitFor()));
        }
        Claimed claimed = queue.home().ready().claim(payable);
        tokens.use(claimed.jobs());
        tokens.giveBack();
        return claimed;
    }

    private static Optional<Duration> soonest(Stream<Optional<Duration>> waits) {
        return waits.flatMap(Optional::stream).min(Duration::compareTo);
    }
}
