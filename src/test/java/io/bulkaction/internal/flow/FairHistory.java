package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** One random history of a queue, played on Redis and on the model. */
final class FairHistory {

    private static final QueueSettings PLENTY = TestQueue.settings(
            "backpressure.global-rps", "1000000000", "backpressure.ready-queue-max-size", "1000000",
            "reliability.max-recoveries", "1000");
    private static final List<QueueSettings.Backpressure> LIMITED = Stream.of("lend", "lend", "strict")
            .flatMap(share -> Stream.of("4", "30", "99.5", "1000000000").map(rate -> TestQueue.settings(
                    "backpressure.global-rps", rate, "backpressure.share", share,
                    "backpressure.ready-queue-max-size", "1000000").backpressure()))
            .toList();
    private static final double[] ALPHAS = {0, 10_000, -10_000, 1, -1, 3e6, -3e6};
    private static final long[] BASES = {0, 1, -1, 40, 1000, -5000, 60_000};
    // why not 0.01: a batch ends after a thousand visits, and the model knows no such bound
    private static final double[] WEIGHTS = {0.1, 0.25, 0.5, 1, 1, 2, 5, 7.3, 100};
    private static final String[] TENANTS = {"t/", "g3/"};
    private static final Double[] RATES = {0.25, 0.5, 1.0, 3.0, 20.0, 250.0};
    private static final long[] STEPS = {0, 0, 1, 3, 40, 1_500, 90_000};
    /** Within a window, to its end, to the next. */
    private static final long[] STEPS_IN_WINDOWS = {3, 11, 40, 170, 430, 900, 945, 1_000};
    private static final long[] DELAYS = {0, 1, 700, 5_000};
    /** What a script claims at once belongs to at most fifty groups, and the model knows no such bound. */
    private static final int MANY = 45;

    private final Random random;
    private final TestQueue test;
    private final FairModel model;
    private final FairFlight flight;
    private final boolean oneByOne;
    private final int tenants;
    /** The queue and some of its groups have rates. */
    private final boolean limited;
    private final int groups;
    private final List<ClaimedJob> running = new ArrayList<>();
    private final Map<String, ClaimedJob> dead = new LinkedHashMap<>();
    private final Set<String> paused = new HashSet<>();
    private int jobs;

    FairHistory(PrivateRedis redis, long seed) {
        random = new Random(seed);
        double alpha = ALPHAS[random.nextInt(ALPHAS.length)];
        long maxBoost = 1 + random.nextLong(100_000);
        long nearlyFinished = 1 + random.nextInt(20);
        limited = random.nextInt(3) == 0;
        boolean many = !limited && random.nextInt(4) == 0;
        groups = many ? MANY : 7;
        Duration round = Duration.ofMillis(many ? 1 + random.nextInt(3_000) : 1);
        QueueSettings.Cost cost = random.nextInt(3) == 0 ? QueueSettings.Cost.TIME : QueueSettings.Cost.JOBS;
        test = TestQueue.on(redis, settings(
                limited ? LIMITED.get(random.nextInt(LIMITED.size())) : PLENTY.backpressure(),
                new QueueSettings.FairQueue(alpha, Duration.ofMillis(maxBoost), nearlyFinished, round, cost,
                        weights())));
        model = new FairModel(test.redis().settings());
        flight = new FairFlight(model);
        oneByOne = !many && random.nextInt(4) == 0;
        tenants = many ? random.nextInt(3) : random.nextInt(8);
    }

    private static QueueSettings settings(
            QueueSettings.Backpressure backpressure, QueueSettings.FairQueue fairQueue) {
        return new QueueSettings(
                PLENTY.partitions(),
                fairQueue,
                backpressure,
                PLENTY.congestion(),
                PLENTY.workerPool(),
                PLENTY.retry(),
                PLENTY.reliability(),
                PLENTY.sendingWindow(),
                PLENTY.onFinalFailure(),
                PLENTY.retention(),
                PLENTY.alerts());
    }

    /** Of one group and one tenant, for those that have none of their own. */
    private Map<String, Double> weights() {
        return random.nextBoolean() ? Map.of()
                : Map.of("g2", 2.0, "t", WEIGHTS[random.nextInt(WEIGHTS.length)], "g3/g1", 3.5);
    }

    void play() {
        List<String> steps = new ArrayList<>();
        try {
            for (int i = groups > 7 ? groups : 0; i > 0; i--) {
                enqueue();
            }
            for (int i = 0; i < (limited ? 60 : 35); i++) {
                step(steps);
                if (tenants > 0 && random.nextInt(10) == 0) {
                    weighTenant();
                }
                if (limited && tenants > 0 && random.nextInt(20) == 0) {
                    limitTenant();
                }
            }
            List.copyOf(paused).forEach(this::resumeTenant);
            fetch(groups > 7 ? 60 : 1000);
        } catch (Throwable failure) {
            throw new AssertionError("after " + steps + ":\n" + failure.getMessage(), failure);
        }
        long spread = 65_000;
        long virtual = test.redis().settings().fairQueue().maxBoost().toMillis() + spread;
        assertThat(model.worstDelay()).isLessThanOrEqualTo(virtual);
    }

    private void step(List<String> steps) {
        int dice = random.nextInt(limited ? 14 : 11);
        steps.add(dice + " at " + (test.now() - TestQueue.START));
        switch (dice) {
            case 0, 1, 2 -> enqueue();
            case 3, 4 -> fetch(some());
            case 5 -> complete();
            case 6 -> test.advance(STEPS[random.nextInt(STEPS.length)]);
            case 7, 8 -> endInVain();
            case 9 -> dispatch();
            case 10 -> others();
            default -> {
                test.advance(STEPS_IN_WINDOWS[random.nextInt(STEPS_IN_WINDOWS.length)]);
                fetch(some());
            }
        }
    }

    private int some() {
        return 1 + random.nextInt(groups > 7 ? 100 : 12);
    }

    private void enqueue() {
        String group = group();
        PriorityLevel level = random.nextInt(4) == 0 ? PriorityLevel.values()[random.nextInt(3)] : null;
        Long base = random.nextInt(4) == 0 ? BASES[random.nextInt(BASES.length)] : null;
        Double weight = random.nextInt(3) == 0 ? WEIGHTS[random.nextInt(WEIGHTS.length)] : null;
        List<String> ids = new ArrayList<>();
        for (int i = random.nextInt(limited ? 12 : 6); i >= 0; i--) {
            boolean again = jobs > 0 && random.nextInt(10) == 0;
            ids.add("j" + (again ? random.nextInt(jobs) : jobs++));
        }
        Double maxRps = limited && random.nextInt(3) == 0 ? RATES[random.nextInt(RATES.length)] : null;
        EnqueueBatch plain = TestQueue.batch(group, level, true, ids);
        Enqueued enqueued = test.enqueue(new EnqueueBatch(plain.group(), "TEST", true,
                new EnqueueBatch.Given(level, base, new GroupLimits(maxRps, null, weight), null, null), null,
                plain.jobs()));
        assertThat(enqueued.accepted()).isEqualTo(
                model.enqueue(new FairModel.Submit(group, level, base, weight, maxRps, ids), test.now()));
    }

    private void fetch(int limit) {
        int batches = oneByOne && limit < 100 ? limit : 1;
        for (int batch = 0; batch < batches; batch++) {
            test.fetch(limit / batches);
            model.fetch(limit / batches, test.now());
        }
        assertThat(test.ready()).as("fetch").isEqualTo(model.ready());
        int wanted = limited || random.nextInt(3) == 0 ? 1 + random.nextInt(limit) : limit;
        List<ClaimedJob> claimed = test.claim(wanted);
        assertThat(claimed.stream().map(job -> job.id().value())).as("claim")
                .isEqualTo(flight.claim(wanted, test.now()));
        running.addAll(claimed);
    }

    private void complete() {
        List<InFlight.Success> done = new ArrayList<>();
        Map<String, Long> millis = new LinkedHashMap<>();
        for (int i = random.nextInt(8); i >= 0 && !running.isEmpty(); i--) {
            ClaimedJob job = anyRunning();
            long took = 1 + random.nextInt(50);
            done.add(new InFlight.Success(job, Duration.ofMillis(took), null, false));
            millis.put(job.name().toString(), took);
        }
        if (!done.isEmpty()) {
            test.partition().inFlight().complete(done);
            flight.complete(millis);
        }
    }

    /** An attempt that is not a success; or a claim that is given back. */
    private void endInVain() {
        if (running.isEmpty()) {
            return;
        }
        ClaimedJob job = anyRunning();
        String name = job.name().toString();
        long delay = DELAYS[random.nextInt(DELAYS.length)];
        boolean isStrict = test.redis().settings().backpressure().share() == QueueSettings.Share.STRICT;
        switch (random.nextInt(isStrict ? 4 : 5)) {
            case 0 -> {
                test.retry(job, Duration.ofMillis(delay));
                flight.retry(name, test.now() + delay);
            }
            case 1 -> {
                test.release(job, true);
                flight.release(name, test.now());
            }
            case 2 -> {
                test.release(job, false);
                flight.undo(name, test.now());
            }
            case 3 -> {
                test.fail(job);
                flight.fail(name);
                dead.put(name, job);
            }
            default -> {
                test.throttle(job, Duration.ofMillis(delay));
                flight.throttle(name, test.now() + delay);
            }
        }
    }

    private void dispatch() {
        int limit = 1 + random.nextInt(10);
        test.dispatch(limit);
        flight.dispatch(limit, test.now());
    }

    /** What comes more rarely. */
    private void others() {
        switch (random.nextInt(4)) {
            case 0 -> recover();
            case 1 -> retryDead();
            default -> pauseOrResume();
        }
    }

    private void recover() {
        long lease = test.redis().settings().reliability().lease().toMillis();
        test.advance(lease + 1);
        int limit = 1 + random.nextInt(10);
        test.recover(limit);
        List<String> lost = flight.recover(limit, lease, test.now());
        running.removeIf(job -> lost.contains(job.name().toString()));
    }

    private void retryDead() {
        List<String> names = dead.keySet().stream().filter(any -> random.nextBoolean()).toList();
        if (!names.isEmpty()) {
            assertThat(new Verbs(test).retryDead(names)).containsExactlyElementsOf(names);
            flight.retryDead(names, test.now());
            dead.keySet().removeAll(names);
        }
    }

    /** Where shares are not strict: a paused tenant counts for none. */
    private void pauseOrResume() {
        String tenant = TENANTS[random.nextInt(TENANTS.length)];
        if (paused.contains(tenant)) {
            resumeTenant(tenant);
        } else if (groups == 7 && test.redis().settings().backpressure().share() == QueueSettings.Share.LEND) {
            Tenants.of(test.queue()).pause(id(tenant), "r", "anna").ifPresent(pause -> {
                model.pauseTenant(tenant);
                paused.add(tenant);
            });
        }
    }

    private void resumeTenant(String tenant) {
        Tenants.of(test.queue()).resume(id(tenant));
        model.resumeTenant(tenant);
        paused.remove(tenant);
    }

    private ClaimedJob anyRunning() {
        return running.remove(random.nextInt(running.size()));
    }

    /** Some of tenants, some of none. */
    private String group() {
        int which = random.nextInt(groups);
        return which < tenants ? TENANTS[which % TENANTS.length] + "g" + which : "g" + which;
    }

    private void limitTenant() {
        String tenant = TENANTS[random.nextInt(TENANTS.length)];
        Double rate = RATES[random.nextInt(RATES.length)];
        if (!paused.contains(tenant)) {
            Tenants.of(test.queue()).limit(id(tenant), new GroupLimits(rate, null))
                    .filter(Groups.Limited::changed)
                    .ifPresent(known -> model.limitTenant(tenant, rate));
        }
    }

    private static TenantId id(String tenant) {
        return new TenantId(tenant.substring(0, tenant.length() - 1));
    }

    private void weighTenant() {
        String tenant = TENANTS[random.nextInt(TENANTS.length)];
        double weight = WEIGHTS[random.nextInt(WEIGHTS.length)];
        Tenants.of(test.queue()).limit(id(tenant), new GroupLimits(null, null, weight))
                .ifPresent(known -> model.weighTenant(tenant, weight));
    }
}
