package io.bulkaction.internal.operate.recur;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.QueueName;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Each;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.operate.recur.RecurringRecords.Stored;
import io.bulkaction.spi.PayloadCodecException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Looks once a second which recurring bulk actions are due. All instances look; who claims a tick, by compare-and-set under a
 * lease, submits its jobs. If that instance dies, another one takes the tick when the lease is over.
 */
public final class Ticker {

    /** Later than any tick. */
    static final long NEVER = 1L << 52;

    private static final Logger log = LoggerFactory.getLogger(Ticker.class);

    /**
     * @param interval between two looks
     * @param lease how long nobody else submits a tick after its owner's last sign of life
     */
    record Timing(Duration interval, Duration lease) {

        static final Timing NORMAL = new Timing(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    /** However due times and clock disagree, everything is looked at this often. */
    private static final int TURNS_PER_SWEEP = 30;

    private static final int MAX_SUBMITTING = 8;
    private static final int MAX_TRIES = 5;
    private static final int MAX_ATTEMPTS = 10;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(2);
    private static final Duration LAST_RETRY = Duration.ofMinutes(10);

    private record Key(QueueName queue, String name, long at, boolean manual) {}

    private final Map<QueueName, RecurringRecords> queues;
    private final Configured configured;
    private final BiFunction<QueueName, GroupId, Optional<GroupProgress>> progress;
    private final TickSubmit submit;
    private final Function<QueueName, QueueMetrics> metrics;
    private final Timing timing;
    private final Executor submitters;
    private final String life = UUID.randomUUID().toString();
    private final Map<Key, Lease> underWay = new ConcurrentHashMap<>();
    private final Set<String> unreadableNames = new HashSet<>();
    private final Loop loop;
    private int turns;
    private long begun;

    Ticker(
            Map<QueueName, RecurringRecords> queues,
            Configured configured,
            BiFunction<QueueName, GroupId, Optional<GroupProgress>> progress,
            TickSubmit submit,
            Function<QueueName, QueueMetrics> metrics,
            Timing timing) {
        this(queues, configured, progress, submit, metrics, timing,
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("tick-", 0).factory()));
    }

    /** @param submitters where ticks are submitted */
    Ticker(
            Map<QueueName, RecurringRecords> queues,
            Configured configured,
            BiFunction<QueueName, GroupId, Optional<GroupProgress>> progress,
            TickSubmit submit,
            Function<QueueName, QueueMetrics> metrics,
            Timing timing,
            Executor submitters) {
        this.queues = queues;
        this.configured = configured;
        this.progress = progress;
        this.submit = submit;
        this.metrics = metrics;
        this.timing = timing;
        this.submitters = submitters;
        this.loop = new Loop("ticker", () -> {
            turn();
            return timing.interval();
        });
    }

    public void start() {
        loop.start();
    }

    /** Submits under way are given a moment; what they do not finish, another instance does. */
    public void stop(Deadline deadline) {
        loop.stop(deadline);
        if (!(submitters instanceof ExecutorService threads)) {
            return;
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)) {
                underWay.values().forEach(Lease::lose);
                threads.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            threads.shutdownNow();
        }
    }

    /** How many ticks have been submitted here, or tried. */
    long begun() {
        return begun;
    }

    /** When there is something to begin, whatever is under way; empty if there is nothing. */
    Optional<Instant> planned() {
        return queues.values().stream()
                .flatMap(records -> records.all().values().stream())
                .map(stored -> stored.state().plannedAt())
                .filter(at -> at < NEVER)
                .min(Long::compare)
                .map(Instant::ofEpochMilli);
    }

    void turn() {
        boolean isSweep = turns++ % TURNS_PER_SWEEP == 0;
        Each.of(queues.entrySet(), entry -> {
            QueueName queue = entry.getKey();
            RecurringRecords records = entry.getValue();
            Each.of(List.<Runnable>of(
                    () -> configured.register(queue, records),
                    () -> lookAtAll(queue, records, isSweep ? records.names() : records.due())), Runnable::run);
        });
    }

    private void lookAtAll(QueueName queue, RecurringRecords records, List<String> names) {
        extendLeases(queue, records);
        Each.of(new HashSet<>(names), name -> lookIfReadable(queue, records, name));
    }

    /** One of a newer version, or with a key that is not here, is left to instances that can read it. */
    private void lookIfReadable(QueueName queue, RecurringRecords records, String name) {
        try {
            look(queue, records, name);
        } catch (JacksonException | PayloadCodecException unreadable) {
            if (unreadableNames.add(queue + "/" + name)) {
                log.warn("cannot read the recurring bulk action {} of queue {}", name, queue, unreadable);
            }
        }
    }

    /** Ticks that were due before stay due if only something else has changed. */
    static RecurringState changed(Stored known, RecurringAction action, long next) {
        if (known.state().wasRemoved()) {
            return known.state().anew(next);
        }
        boolean isSameTime =
                known.action().cron().equals(action.cron()) && known.action().zone().equals(action.zone());
        return isSameTime ? known.state() : known.state().nextAt(next);
    }

    private void look(QueueName queue, RecurringRecords records, String name) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Stored> found = records.find(name);
            if (found.isEmpty() || advanced(queue, records, found.get())) {
                return;
            }
        }
    }

    /** False if another instance was quicker. */
    private boolean advanced(QueueName queue, RecurringRecords records, Stored stored) {
        Deadline asked = Deadline.in(timing.lease());
        Instant now = records.now();
        RecurringAction action = stored.action();
        TickPlan plan = new TickPlan(action, now);
        RecurringState before = withoutStrays(stored.state(), now);
        RecurringState next = plan.advance(before, tick -> outcome(queue, tick));
        if (next.hasNothingLeft()) {
            return records.remove(stored);
        }
        Optional<Tick> startable = plan.startable(next).filter(tick -> mayStart(queue, action, next));
        Optional<Tick> claimed =
                startable.map(tick -> tick.claimed(life, now.plus(timing.lease()).toEpochMilli()));
        RecurringState claims = claimed.map(next::with).orElse(next);
        if (claims.equals(stored.state())) {
            return true;
        }
        if (!records.replace(stored, action, claims)) {
            return false;
        }
        count(queue, action, stored.state(), next);
        claimed.ifPresent(tick -> begin(queue, action, tick, asked));
        return true;
    }

    /** Leases and retries that lie further ahead than any is ever put were put there before the clock went back. */
    private RecurringState withoutStrays(RecurringState state, Instant now) {
        RecurringState corrected = state;
        for (Tick tick : state.open()) {
            Duration longest = tick.status() == Tick.Status.SUBMITTING ? timing.lease() : LAST_RETRY;
            long limit = now.plus(longest).toEpochMilli();
            corrected = tick.until() > limit ? corrected.with(tick.leased(limit)) : corrected;
        }
        return corrected;
    }

    /** One from settings is run only by instances whose settings say the same. */
    private boolean mayStart(QueueName queue, RecurringAction action, RecurringState state) {
        boolean isKnown = !action.isFromSettings() || state.wasRemoved() || configured.has(queue, action);
        return isKnown && submit.canFind(action) && underWay.size() < MAX_SUBMITTING;
    }

    private Optional<Tick.Status> outcome(QueueName queue, Tick tick) {
        Optional<GroupProgress> run = progress.apply(queue, new GroupId(tick.group()));
        if (run.isEmpty()) {
            return Optional.of(Tick.Status.COMPLETED); // forgotten since
        }
        return switch (run.get().status()) {
            case COMPLETED -> Optional.of(Tick.Status.COMPLETED);
            case FAILED -> Optional.of(Tick.Status.FAILED);
            case CANCELLED -> Optional.of(Tick.Status.CANCELLED);
            default -> Optional.empty();
        };
    }

    private void begin(QueueName queue, RecurringAction action, Tick tick, Deadline asked) {
        Key key = key(queue, action, tick);
        Lease lease = new Lease(asked, timing.lease());
        begun++;
        underWay.put(key, lease);
        submitters.execute(() -> {
            try {
                submit(queue, action, tick, lease);
            } finally {
                underWay.remove(key);
            }
        });
    }

    private void submit(QueueName queue, RecurringAction action, Tick tick, Lease lease) {
        try {
            long jobs = submit.run(queue, action, tick, lease);
            Tick done = jobs == 0 ? tick.ended(Tick.Status.EMPTY, null) : tick.submitted(jobs);
            settle(queue, action, tick, done);
        } catch (TickSubmit.LostLeaseException lost) {
            log.info("another instance goes on with tick {} of {}", tick.group(), action.name());
        } catch (Exception failed) {
            fail(queue, action, tick, lease, failed);
        }
    }

    private void fail(QueueName queue, RecurringAction action, Tick tick, Lease lease, Exception failed) {
        String error = OneLine.of(message(failed));
        log.warn("attempt {} to submit tick {} of {} failed: {}", tick.attempts(), tick.group(), action.name(), error);
        if (!lease.isHeld()) {
            return;
        }
        try {
            boolean isLast = tick.attempts() >= MAX_ATTEMPTS;
            if (isLast) {
                submit.giveUp(queue, tick);
            }
            Instant retryAt = queues.get(queue).now().plus(delay(tick.attempts()));
            settle(queue, action, tick, isLast ? tick.ended(Tick.Status.NOT_SUBMITTED, error)
                    : tick.retriedAt(retryAt.toEpochMilli(), error));
        } catch (RuntimeException unreachable) {
            log.warn("tick {} of {} is tried again when its lease is over", tick.group(), action.name(), unreachable);
        }
    }

    private static Duration delay(int attempts) {
        Duration doubled = FIRST_RETRY.multipliedBy(1L << Math.min(attempts, 20));
        return doubled.compareTo(LAST_RETRY) < 0 ? doubled : LAST_RETRY;
    }

    private void settle(QueueName queue, RecurringAction action, Tick tick, Tick as) {
        update(queues.get(queue), action.name(), tick,
                state -> as.status() == Tick.Status.RUNNING || as.status() == Tick.Status.WAITING ? state.with(as)
                        : state.ended(as));
        metrics.apply(queue).recurringTick(switch (as.status()) {
            case WAITING -> "retried";
            case RUNNING -> "submitted";
            default -> outcome(as);
        });
    }

    private void extendLeases(QueueName queue, RecurringRecords records) {
        underWay.forEach((key, lease) -> {
            if (!key.queue().equals(queue) || !lease.isToBeExtended()) {
                return;
            }
            Deadline asked = Deadline.in(timing.lease());
            long until = records.now().plus(timing.lease()).toEpochMilli();
            Tick mine = new Tick(key.at(), key.manual(), "", Tick.Status.SUBMITTING, 0, life, 0, 0, 0, null);
            boolean isExtended = update(records, key.name(), mine, state -> state.open().stream()
                    .filter(mine::isSame).findAny().map(tick -> state.with(tick.leased(until))).orElse(state));
            if (isExtended) {
                lease.extended(asked);
            } else {
                lease.lose();
            }
        });
    }

    /** Changes the state as long as this process is submitting the tick; false if it is not any more. */
    private boolean update(RecurringRecords records, String name, Tick mine, UnaryOperator<RecurringState> change) {
        while (true) {
            Optional<Stored> stored = records.find(name);
            boolean isMine = stored.stream().flatMap(found -> found.state().open().stream())
                    .anyMatch(tick -> tick.isSame(mine) && tick.isBeingSubmittedBy(life));
            if (!isMine) {
                return false;
            }
            if (records.replace(stored.get(), stored.get().action(), change.apply(stored.get().state()))) {
                return true;
            }
        }
    }

    /** What ended without being submitted here. */
    private void count(QueueName queue, RecurringAction action, RecurringState before, RecurringState after) {
        List<Tick> known = before.past();
        after.past().stream()
                .takeWhile(tick -> !known.contains(tick))
                .forEach(tick -> {
                    metrics.apply(queue).recurringTick(outcome(tick));
                    log.info("tick {} of {} ended: {}", tick.group(), action.name(), tick.status());
                });
    }

    private static String outcome(Tick ended) {
        return ended.status().name().toLowerCase(Locale.ROOT);
    }

    private static String message(Exception failed) {
        String message = failed.getMessage();
        return message == null || message.isBlank() ? failed.getClass().getSimpleName() : message;
    }

    private static Key key(QueueName queue, RecurringAction action, Tick tick) {
        return new Key(queue, action.name(), tick.at(), tick.manual());
    }
}
