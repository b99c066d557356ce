package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.Timing;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a random history submits: with levels, limits, times, processor types, labels and conditions, and on behalf of an account. */
final class RandomSubmits {

    private static final Quota PLENTY = new Quota(100_000L, null, null, null);
    private static final int HOUR = 3_600_000;
    private static final List<String> TYPES = List.of("TEST", "TEST", "SLOW", "NEW");

    private static final List<String> WINDOWS = List.of("odd", "even", "odd", "even", "strange");

    private final Random random;
    private final List<String> groups;
    private final Accounts accounts;
    private final String account;
    private long latest = TestQueue.START;

    RandomSubmits(Random random, List<String> groups, TestQueue test) {
        this.random = random;
        this.groups = groups;
        this.account = "account-of-" + test.redis().name();
        this.accounts = new Accounts(new Queues(Map.of(test.redis().name(), test.queue())), "test");
    }

    /** @return whether they are in now; not while the group is being cancelled */
    boolean enqueue(TestQueue test, String group, List<String> ids) {
        PriorityLevel level = random.nextInt(4) == 0 ? PriorityLevel.values()[random.nextInt(3)] : null;
        EnqueueBatch plain = TestQueue.batch(group, level, random.nextInt(3) > 0, ids);
        try {
            enqueue(test, new EnqueueBatch(plain.group(), TYPES.get(random.nextInt(TYPES.size())), plain.seal(),
                    new EnqueueBatch.Given(level, null, limits(), null, start(test), labels(), after(test), null), null,
                    plain.jobs().stream().map(job -> timed(test, job)).toList()));
            return true;
        } catch (Exception e) {
            assertThat(e).hasMessageContaining("is being cancelled");
            return false;
        }
    }

    private @Nullable Map<String, String> labels() {
        return random.nextInt(4) > 0 ? null : Map.of("key", "v" + random.nextInt(3));
    }

    /** Sometimes it waits for the run of another group, which is never looked at: somebody says that it is over. */
    private @Nullable String after(TestQueue test) {
        return random.nextInt(10) > 0 ? null
                : AfterRun.text(List.of(
                        new AfterRun(test.redis().name(), new GroupId(groups.get(random.nextInt(groups.size()))),
                                After.When.ALWAYS, 1)));
    }

    /** Half of the groups are used by an account with a quota, with the bytes of their payloads, and by others, too. */
    private void enqueue(TestQueue test, EnqueueBatch batch) {
        if (batch.group().hashCode() % 2 == 0 || random.nextInt(3) == 0) {
            try {
                test.enqueue(batch);
                return;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof ReservationNeededException)) {
                    throw e;
                }
            }
        }
        enqueuePaid(test, batch);
    }

    private void enqueuePaid(TestQueue test, EnqueueBatch batch) {
        long bytes = batch.jobs().stream().mapToInt(job -> job.payload().length()).sum();
        Reservation reservation =
                accounts.reserve(account, PLENTY, new Reservation.Amount(batch.jobs().size(), bytes, 1), true);
        try {
            EnqueueBatch paid = batch.with(EnqueueBatch.By.NOBODY.with(reservation.begin(true)));
            reservation.answered(test.queue().of(batch.group()), test.enqueue(paid));
        } catch (CompletionException refused) {
            reservation.failed(false);
            throw refused;
        } finally {
            reservation.close();
        }
    }

    GroupLimits limits() {
        return switch (random.nextInt(12)) {
            case 0 -> new GroupLimits(3.0, null);
            case 1 -> new GroupLimits(0.0, 0);
            case 2 -> new GroupLimits(null, 1);
            case 3 -> new GroupLimits(null, null, 0.25);
            case 4 -> new GroupLimits(null, null, 5.0);
            case 5 -> new GroupLimits(null, null, null, window());
            case 6 -> new GroupLimits(null, null, null, GroupLimits.NO_WINDOW);
            default -> GroupLimits.KEEP;
        };
    }

    /** The name of a sending window, which need not exist. */
    String window() {
        return WINDOWS.get(random.nextInt(WINDOWS.size()));
    }

    private EnqueueBatch.Entry timed(TestQueue test, EnqueueBatch.Entry job) {
        Instant start = start(test);
        Instant expiry = random.nextInt(8) > 0 ? null
                : Instant.ofEpochMilli(test.now() + random.nextInt(random.nextBoolean() ? 3_000 : HOUR) - 500);
        return EnqueueBatch.Entry.of(job.id(), job.payload(), new Timing(start, null, expiry, null));
    }

    /** When a group or a job is to start: sometimes a time that is over, or one that the clock jumps over and back. */
    private @Nullable Instant start(TestQueue test) {
        if (random.nextInt(8) > 0) {
            return null;
        }
        long start = test.now() + random.nextInt(random.nextBoolean() ? 2_000 : HOUR) - 500;
        latest = Math.max(latest, start);
        return Instant.ofEpochMilli(start);
    }

    /** Of a process that died; nobody reserves anything while nobody knows. */
    void loseAReservation(TestQueue test) {
        accounts.reserve(account, PLENTY, new Reservation.Amount(3, 30, 0), true);
        test.advance(31_000);
    }

    void balance() {
        accounts.balance(account);
    }

    /** The latest time for which anything waits. */
    long latest() {
        return latest;
    }
}
