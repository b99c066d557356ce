package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.After;
import io.bulkaction.internal.doctor.Counters;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.doctor.DoctorReport;
import io.bulkaction.internal.doctor.Finding;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random history that uses every script, played by two instances with random settings of their own. The clock jumps by
 * up to an hour either way, and whatever was once claimed may be acknowledged again at any time, also when its id has had
 * another life since. After every step the books are proved, and that only claims which still hold were heard.
 */
final class RandomHistory {

    private static final List<String> GROUPS = List.of("a", "b", "d:meta", "t/a", "t/b", "u/x/y");
    private static final Set<String> FINISHED = Set.of("COMPLETED", "FAILED", "CANCELLED", "missing");
    private static final int HOUR = 3_600_000;

    private final Random random;
    private final List<TestQueue> instances;
    /** The instance that takes the present step. */
    private TestQueue test;
    private Verbs verbs;
    /** Every claim there ever was; the last ones are the likeliest to be acknowledged. */
    private final List<ClaimedJob> claims = new ArrayList<>();
    /** The claims that hold, by job. */
    private final Map<String, ClaimedJob> held = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private final Set<String> accepted = new TreeSet<>();
    private final RandomSubmits submits;
    private final RandomOperations operations;
    private final List<IntConsumer> kinds = List.of(
            this::enqueue, limit -> test.fetch(limit), this::fetchAndClaim, limit -> test.dispatch(limit),
            limit -> hold(test.claim(limit)), limit -> test.recover(limit), this::anotherLife);
    private int jobs;
    private long latest = TestQueue.START;

    RandomHistory(PrivateRedis redis, long seed) {
        random = new Random(seed);
        String alpha = one("0", "1000", "-1000");
        TestQueue first = TestQueue.on(redis, settings(alpha));
        instances = List.of(first, first.seenWith(settings(alpha)));
        test = first;
        verbs = new Verbs(first);
        submits = new RandomSubmits(random, GROUPS, first);
        operations = new RandomOperations(this, submits, random);
        instances.getLast().queue().foreign().met("NEW");
    }

    private String[] settings(String alpha) {
        return new String[] {
            "backpressure.global-rps", one("10", "20", "50"),
            "backpressure.rate-limit-window", one("100ms", "1s"),
            "backpressure.rate-limit-burst", one("50ms", "1s"),
            "backpressure.share", one("lend", "lend", "strict"),
            "fair-queue.cost", one("jobs", "time"),
            "congestion.enabled", one("true", "false"),
            "worker-pool.worker-count", one("1", "10"),
            "worker-pool.max-concurrency", one("0", "0", "3"),
            "worker-pool.max-concurrency-per-group", one("0", "0", "1", "2"),
            "worker-pool.ordered", one("false", "false", "true"),
            "reliability.lease", one("3s", "30s", "5m"),
            "reliability.heartbeat", one("500ms", "1s"),
            "reliability.max-recoveries", one("0", "1", "3"),
            "on-final-failure", one("continue", "continue", "pause"),
            "fair-queue.alpha", alpha};
    }

    void play(int length) {
        try {
            for (int i = 0; i < length; i++) {
                act(instances.get(random.nextInt(instances.size())));
                step(random.nextInt(100));
                latest = Math.max(latest, test.now());
                forgetWhatIsNoLongerHeld();
                prove();
                if (i % 10 == 0) {
                    theDoctorAgrees();
                }
            }
            theDoctorFindsNothing();
        } catch (Throwable failure) {
            throw new AssertionError("after " + steps + ":\n" + failure.getMessage(), failure);
        }
    }

    /** Whatever there is to do, several times. */
    void playEverything() {
        for (int round = 0; round < 6; round++) {
            for (TestQueue instance : instances) {
                act(instance);
                kinds.forEach(kind -> kind.accept(12));
                IntStream.range(0, 6).forEach(this::acknowledge);
                IntStream.range(0, operations.count()).forEach(which -> operations.operate(which, group()));
                test.advance(500);
                forgetWhatIsNoLongerHeld();
                prove();
            }
        }
        operations.forget();
    }

    private void act(TestQueue instance) {
        test = instance;
        verbs = new Verbs(instance);
        steps.add(instance == instances.getFirst() ? "1:" : "2:");
    }

    /** As the stricter instance sees it: what only one of them waits for is waited for. */
    private void prove() {
        Accounting.prove(instances.stream()
                .filter(instance -> instance.redis().settings().workerPool().ordered())
                .findFirst()
                .orElse(test));
    }

    /** The queue's own check must not raise a false alarm either. */
    private void theDoctorAgrees() {
        Counters books = Counters.of(test.partition());
        List<String> known = GROUPS.stream().filter(group -> !test.meta(group).isEmpty()).toList();
        assertThat(books.tally(known, false)).allSatisfy(tally -> assertThat(tally.wrong()).isEmpty());
        assertThat(books.tallyTenants(test.tenants(), false).wrong()).isEmpty();
        assertThat(books.tallyTenants(List.of(), false).counts()).isEqualTo(Counters.TenantTally.Counts.RIGHT);
        Counters.Census census = books.census(10_000);
        assertThat(census.wrong()).isEmpty();
        assertThat(census.surplus()).isZero();
    }

    void theDoctorFindsNothing() {
        Office office = Office.of(test);
        DoctorReport report = new Doctor(office.queues(), office.audit(), office.tasks())
                .examine(test.redis().name(), new Actor("test", ""));
        assertThat(report.findings().stream().filter(found -> found.kind() != Finding.Kind.LEASE_UNATTENDED)).isEmpty();
    }

    /** Lets everything end: afterwards no job may be left anywhere but among the dead letters. */
    void drain() {
        operations.letGo(GROUPS);
        instances.forEach(instance -> instance.queue().foreign().limitedBy(() -> ""));
        instances.forEach(instance -> instance.queue().foreign().fleetKnows(Set.of("NEW")));
        test.advance(Math.max(latest, submits.latest()) - test.now()); // what waits for a time that was once near does not wait for an hour
        for (int round = 0; round < 400 && !unfinished().isEmpty(); round++) {
            act(instances.get(round % 5 == 0 ? 1 : 0)); // the second does not know all types
            test.advance(1100); // why not 1000: a rate below one token per window would meet its empty windows only
            verbs.resume();
            test.recover(100);
            test.dispatch(100);
            test.fetch(100);
            test.complete(test.claim(100));
            GROUPS.stream()
                    .filter(group -> "CANCELLING".equals(test.meta(group).get("status")))
                    .forEach(group -> verbs.cancel(group, 100, nonReady()));
            GROUPS.forEach(verbs::finalizeRun);
        }
        prove();
        assertThat(unfinished()).as(() -> "groups that do not end after " + steps + test.dump()).isEmpty();
        Set<String> notEnded = new TreeSet<>(accepted);
        notEnded.removeIf(job -> Set.of("COMPLETED", "FAILED", "CANCELLED", "EXPIRED", "MANUALLY_RESOLVED")
                .contains(test.job(job).getOrDefault("status", "missing")));
        assertThat(notEnded).as(() -> "jobs that did not end" + test.dump()).isEmpty();
        test.clear();
    }

    private List<String> unfinished() {
        return GROUPS.stream()
                .filter(group -> !FINISHED.contains(test.meta(group).getOrDefault("status", "missing")))
                .toList();
    }

    private void step(int dice) {
        int some = 1 + random.nextInt(12);
        if (dice < 14) {
            say("enqueue", some, this::enqueue);
        } else if (dice < 28) {
            say("fetch", some, random.nextInt(3) == 0 ? this::fetchAndClaim : test::fetch);
        } else if (dice < 38) {
            say("dispatch", some, test::dispatch);
        } else if (dice < 50) {
            say("claim", some, limit -> hold(test.claim(limit)));
        } else if (dice < 72) {
            say("acknowledge", random.nextInt(6), this::acknowledge);
        } else if (dice < 86) {
            say("advance", time(), test::advance);
        } else if (dice < 89) {
            say("recover", some, test::recover);
        } else if (dice < 91) {
            say("another life", some, this::anotherLife);
        } else {
            say("operate", random.nextInt(operations.count()), this::operate);
        }
    }

    private void say(String name, int argument, IntConsumer action) {
        steps.add(name + " " + argument);
        action.accept(argument);
    }

    private void enqueue(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = random.nextInt(8) == 0 ? 0 : count; i > 0; i--) {
            ids.add("j" + (jobs > 0 && random.nextInt(6) == 0 ? random.nextInt(jobs) : jobs++));
        }
        enqueue(group(), ids); // sometimes with ids that another group has
    }

    private void enqueue(String group, List<String> ids) {
        if (submits.enqueue(test, group, ids)) {
            ids.forEach(id -> accepted.add(group + "#" + id));
        }
    }

    private int time() {
        return switch (random.nextInt(20)) {
            case 0, 1 -> 31_000;
            case 2 -> random.nextInt(HOUR);
            case 3, 4 -> -random.nextInt(HOUR);
            default -> random.nextInt(1_200);
        };
    }

    private void fetchAndClaim(int limit) {
        hold(test.partition().fairQueue().fetchLater(limit, 1_000_000, limit, random.nextBoolean()).join().claimed()
                .jobs());
    }

    private void hold(List<ClaimedJob> claimed) {
        claims.addAll(claimed);
        claimed.forEach(job -> assertThat(held.put(job.name().toString(), job)).as("held twice").isNull());
    }

    private int reports;

    /** Right before its end, or long after: only what the claim that holds says is kept. */
    private void report(ClaimedJob job, boolean holds) {
        String said = "\"" + ++reports + "\"";
        test.queue().of(job.groupId()).inFlight().report(List.of(new InFlight.Report(job, "1 5.0 x", said))).join();
        assertThat(said.equals(test.job(job.name()).get("checkpoint"))).as("is kept: " + job).isEqualTo(holds);
    }

    /** Acknowledges a claim: often one that holds no longer, and sometimes twice. Only the first that holds counts. */
    private void acknowledge(int how) {
        ClaimedJob job = switch (random.nextInt(4)) {
            case 0 -> any(claims);
            case 1 -> any(claims.stream().filter(this::isHeldByAnother).toList());
            default -> any(List.copyOf(held.values()));
        };
        if (job == null) {
            return;
        }
        steps.add(job.name() + (isHeldByAnother(job) ? " held by another" : ""));
        for (int times = random.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
            boolean holds = held.remove(job.name().toString(), job);
            String before = claimOf(job);
            report(job, holds);
            InFlight.Acknowledged heard = switch (how) {
                case 0 -> test.complete(job);
                case 1 -> test.completeForAggregator(job);
                case 2 -> test.retry(job, Duration.ofMillis(random.nextInt(3000)));
                case 3 -> test.throttle(job, Duration.ofMillis(random.nextInt(3000)));
                case 4 -> test.fail(job);
                default -> test.release(job, random.nextBoolean());
            };
            if (holds) {
                assertThat(claimOf(job)).as("leaves flight: " + job).isNotEqualTo(before);
                assertThat(heard.fenced()).as("is heard: " + job).isZero();
            } else {
                assertThat(claimOf(job)).as("is left alone: " + job).isEqualTo(before);
                assertThat(heard.applied()).as("is not heard: " + job).isZero();
            }
        }
    }

    private String claimOf(ClaimedJob job) {
        return test.hash(test.redis().keys().claims()).getOrDefault(job.name().toString(), "");
    }

    private void forgetWhatIsNoLongerHeld() {
        held.keySet().retainAll(test.hash(test.redis().keys().claims()).keySet());
        held.keySet().removeAll(test.completed().keySet());
    }

    private boolean isHeldByAnother(ClaimedJob job) {
        return held.getOrDefault(job.name().toString(), job) != job;
    }

    /** Cancels what somebody claimed once and submits the same id again, which is allowed at once. */
    private void anotherLife(int limit) {
        ClaimedJob old = any(claims);
        if (old == null) {
            return;
        }
        test.advance(Duration.ofMinutes(6).toMillis());
        test.recover(100);
        verbs.cancel(old.groupId().value(), 100, nonReady());
        verbs.finalizeRun(old.groupId().value());
        verbs.resume();
        enqueue(old.groupId().value(), List.of(old.id().value()));
        test.fetch(100);
        forgetWhatIsNoLongerHeld();
        hold(test.claim(limit));
    }

    /** As a heartbeat does it, which may believe to hold what it lost. */
    void extend() {
        List<ClaimedJob> believed = claims.stream().filter(job -> random.nextInt(3) == 0).toList();
        assertThat(test.partition().inFlight().extend(believed))
                .containsExactlyElementsOf(
                        believed.stream().filter(job -> held.get(job.name().toString()) != job).toList());
    }

    private void operate(int how) {
        String group = group();
        steps.add(group);
        operations.operate(how, group);
    }

    List<String> nonReady() {
        return test.nonReadyNames().stream().map(JobName::toString).toList();
    }

    /** The instance that takes the present step. */
    TestQueue test() {
        return test;
    }

    Verbs verbs() {
        return verbs;
    }

    /** Names of all jobs that were taken in and not forgotten. */
    Set<String> accepted() {
        return accepted;
    }

    private String group() {
        return GROUPS.get(random.nextInt(GROUPS.size()));
    }

    private @Nullable ClaimedJob any(List<ClaimedJob> from) {
        return from.isEmpty() ? null : from.get(random.nextInt(from.size()));
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
