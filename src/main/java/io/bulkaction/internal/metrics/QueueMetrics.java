package io.bulkaction.internal.metrics;

import io.bulkaction.GroupId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What happens in one queue on this instance. Every method is cheap and may be called from any thread.
 * Counters say what this instance did; the gauges of the queue show its status over all instances.
 */
public final class QueueMetrics {

    private static final Duration[] WAIT_BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5),
        Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30),
        Duration.ofHours(1)
    };

    // why bounded: the type comes from stored jobs, and a label with unlimited values would overload Prometheus
    private static final int MAX_PROCESSORS = 200;
    private static final String OTHER = "other";

    private final QueueMeters meters;
    private final Counter enqueued;
    private final Counter notReplicated;
    private final Counter allowed;
    private final Counter deniedGlobally;
    private final Counter deniedPerGroup;
    private final FetchMeters fetch;
    private final DispatchMeters dispatch;
    private final Counter deadLettered;
    private final Counter recovered;
    private final Counter fenced;
    private final Timer wait;
    private final RecentWaits recentWaits = new RecentWaits(System::nanoTime);
    private final RecentGroups recentGroups = new RecentGroups();
    private final Map<String, Timer> scripts = new ConcurrentHashMap<>();
    private final Map<String, ProcessorMeters> processors = new ConcurrentHashMap<>();
    private final GroupGauges groups;

    QueueMetrics(QueueMeters meters) {
        this.meters = meters;
        this.enqueued = meters.counter("bulk.action.enqueue", "Jobs that were accepted");
        this.notReplicated = meters.counter(
                "bulk.action.not.replicated", "Batches of submits that too few replicas confirmed in time");
        this.allowed = meters.counter("bulk.action.rate.limit.allowed", "Tokens taken: jobs that were claimed");
        this.deniedGlobally = denied(DenyReason.GLOBAL);
        this.deniedPerGroup = denied(DenyReason.PER_GROUP);
        this.fetch = new FetchMeters(meters);
        this.dispatch = new DispatchMeters(meters);
        this.deadLettered = meters.counter("bulk.action.worker.dead.letter", "Jobs that failed for good");
        this.recovered = meters.counter("bulk.action.recovered", "Jobs put back because their lease ran out");
        this.fenced = meters.counter("bulk.action.fenced", "Late or doubled acknowledgements that changed nothing");
        this.wait = meters.histogram("bulk.action.job.wait", "Time from submit to first start", WAIT_BUCKETS);
        this.groups = new GroupGauges(meters);
    }

    public void enqueued(long jobs) {
        enqueued.increment(jobs);
    }

    /** A batch of a submit is in Redis, but its submitter was told that too few replicas have it. */
    public void notReplicated() {
        notReplicated.increment();
    }

    /** The fetcher moved jobs from the fair queue into Ready. */
    public void fetched(long jobs) {
        fetch.fetched(jobs);
    }

    /** Jobs wait in Non-ready for the time of their next attempt. */
    public void sentToNonReady(long jobs) {
        fetch.sentToNonReady(jobs);
    }

    /** This instance claimed jobs, a token each. */
    public void claimed(long jobs) {
        allowed.increment(jobs);
    }

    /** The fetcher found nothing to fetch. */
    public void fetchedNothing() {
        fetch.fetchedNothing();
    }

    /** The fetcher had no room in Ready and left everything where it was. */
    public void fetchRejected() {
        fetch.rejected();
    }

    /** A fetch found the tokens of the window used up, or those of some groups. */
    public void denied(DenyReason reason, long times) {
        (reason == DenyReason.GLOBAL ? deniedGlobally : deniedPerGroup).increment(times);
    }

    /** One cycle of the dispatcher: due jobs from Non-ready to their groups. */
    public void dispatched(long moved, long nanos) {
        dispatch.moved(moved, nanos);
    }

    public void scriptRan(String script, long nanos) {
        Timer timer = scripts.get(script);
        if (timer == null) {
            timer = scripts.computeIfAbsent(
                    script, name -> meters.timer("bulk.action.lua.duration", "Script calls", "script", name));
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** From submit to start. Only for a job's first attempt: retries wait on purpose. */
    public void waited(Duration time) {
        wait.record(time);
        recentWaits.add(time);
    }

    /** How long the jobs that this instance started in the last half minute had waited. */
    public WaitTimes recentWaits() {
        return recentWaits.read();
    }

    /** A job ended, successfully or not. */
    public void jobEnded(GroupId group) {
        recentGroups.add(group);
    }

    /** How many jobs of which groups ended since this was last asked. */
    public RecentGroups.Ended takeEnded(int mostGroups) {
        return recentGroups.take(mostGroups);
    }

    /** Creates the processor's series before its first job, so that the first failure is seen as an increase. */
    public void expectProcessor(String type) {
        processor(type);
    }

    public void jobSucceeded(String processor, long nanos) {
        processor(processor).succeeded(nanos);
    }

    /** An attempt failed, whatever follows. */
    public void jobFailed(String processor, long nanos) {
        processor(processor).failed(nanos);
    }

    /** An attempt failed by running too long; counts as failed as well. */
    public void jobTimedOut(String processor, long nanos) {
        processor(processor).timedOut(nanos);
    }

    /** The other side asked to be called later; not a failure. */
    public void jobThrottled(String processor, long nanos) {
        processor(processor).throttled(nanos);
    }

    /** A failed attempt is followed by another. */
    public void jobRetried(String processor) {
        processor(processor).retried();
    }

    /** A processor ignored its interrupt; its thread was left behind. */
    public void jobAbandoned(String processor) {
        processor(processor).abandoned();
    }

    /** Jobs failed for good. */
    public void deadLettered(long jobs) {
        deadLettered.increment(jobs);
    }

    public void recovered(long jobs) {
        recovered.increment(jobs);
    }

    /** A tick of a recurring bulk action was submitted, tried again later, or has ended so. */
    public void recurringTick(String outcome) {
        meters.counter("bulk.action.recurring.ticks", "Ticks of recurring bulk actions", "outcome", outcome)
                .increment();
    }

    public void fenced(long acknowledgements) {
        fenced.increment(acknowledgements);
    }

    /** Gauges that show the queue as it is in Redis; they appear one by one as the caller names them. */
    public <T> Gauges<T> gauges(Supplier<T> source) {
        return new Gauges<>(meters, source);
    }

    /** Shows the workers of this instance. */
    public void watchPool(IntSupplier size, IntSupplier active) {
        meters.watch("bulk.action.worker.pool.size", "Workers", size::getAsInt);
        meters.watch("bulk.action.worker.pool.active", "Workers that run a job", active::getAsInt);
        meters.watch("bulk.action.worker.pool.idle", "Workers that wait for a job",
                () -> size.getAsInt() - active.getAsInt());
    }

    /** Shows the {@code most} groups with the most pending jobs instead of those shown before. */
    public void showPending(Map<GroupId, Long> pending, int most) {
        groups.show(pending, most);
    }

    private Counter denied(DenyReason reason) {
        return meters.counter("bulk.action.rate.limit.denied", "Fetches that found no token left",
                "reason", reason.name().toLowerCase(Locale.ROOT));
    }

    private ProcessorMeters processor(String type) {
        ProcessorMeters known = processors.get(type);
        if (known != null) {
            return known;
        }
        String label = processors.size() < MAX_PROCESSORS ? type : OTHER;
        return processors.computeIfAbsent(label, name -> new ProcessorMeters(meters, name));
    }
}
