package io.bulkaction.internal.operate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.bulkaction.GroupId;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Reservation;
import io.bulkaction.internal.redis.Key;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.QueueKeys;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartitionCountIT {

    private static final long WORKED_FOR = Duration.ofHours(1).toMillis();

    private final TestQueue test = TestQueue.with("partitions", "3");

    @Test
    void aNewQueueGetsTheNumberThatIsSet() {
        verify(test, 3);

        assertThat(state(test)).containsExactly(Map.entry("partitions", "3"));
        verify(test, 3);
    }

    @Test
    void aQueueFromBeforeThereWerePartitionsHasOne() {
        verify(test, 1);

        assertThat(state(test)).isEmpty();
    }

    @Test
    void anotherNumberIsRefusedWhileGroupsAreUnfinishedInAnyPartition() {
        verify(test, 3);
        enqueue(test, 30);

        assertThatThrownBy(() -> verify(test, 2)).asInstanceOf(type(RedisStartException.class)).satisfies(refused -> {
            assertThat(refused).hasMessageContainingAll("has 3 partitions", "is to have 2", "30 of its groups");
            assertThat(refused.remedy()).contains("partitions=3", "let its jobs finish", "stop all instances");
        });
        assertThat(state(test)).containsExactly(Map.entry("partitions", "3"));
        assertThat(test.enqueue("one-more", "job").accepted()).as("it is open again").isEqualTo(1);
    }

    @Test
    void anotherNumberIsRefusedWhileAnInstanceLives() {
        verify(test, 3);
        test.queue().partitions().get(2).instances()
                .beat(new Instance.Info("worker-7", 5, "1", "host", Instant.EPOCH, Set.of()));

        assertThatThrownBy(() -> verify(test, 1)).isInstanceOf(RedisStartException.class)
                .hasMessageContainingAll("has 3 partitions", "is to have 1", "instances work on it: worker-7");
        assertThat(state(test)).containsExactly(Map.entry("partitions", "3"));

        test.advance(WORKED_FOR);
        verify(test, 1);
        assertThat(state(test)).containsEntry("partitions", "1");
    }

    /** Before, it wrote where nobody looks any more. */
    @Test
    void whoKnowsAnotherNumberCannotAddJobs() {
        verify(test, 3);
        verify(test, 2);

        assertThatThrownBy(() -> enqueue(test, 30)).isInstanceOf(CompletionException.class).hasCauseInstanceOf(
                RedisUnavailableException.class)
                .satisfies(failure -> assertThat(((RedisUnavailableException) failure.getCause()).reason())
                        .isEqualTo(Reason.PARTITIONS_CHANGED));
        TestQueue other = test.seenWith("partitions", "2");
        enqueue(other, 30);
        assertThat(total(other, "enqueued")).isEqualTo(30);
    }

    @Test
    void whoKnowsAnotherNumberCannotAddJobsToAPartitionThatIsNotUsedAnyMoreEither() {
        verify(test, 3);
        verify(test, 1);

        test.queue().partitions().forEach(partition -> assertThatThrownBy(() -> partition.fairQueue()
                .enqueue(TestQueue.batch("group", null, true, List.of("job"))).join())
                .hasCauseInstanceOf(RedisUnavailableException.class));
    }

    @Test
    void aQueueThatHasFinishedChangesItsNumberAndKeepsItsLifetimeCounters() {
        verify(test, 3);
        finish(test, 30);

        verify(test, 1);

        assertThat(state(test)).containsExactly(Map.entry("partitions", "1"));
        assertThat(test.hash(test.redis().keys().stats()))
                .containsEntry("enqueued", "30")
                .containsEntry("completed", "30");
        assertThat(test.queue().redis().stream().skip(1).flatMap(part -> new QueueKeys(part).names().stream()))
                .as("they say what they belonged to").containsOnly("state");
        assertThat(new QueueKeys(test.redis()).names()).containsExactlyInAnyOrder("state", "stats");
    }

    /** Recurring bulk actions, API tokens, sessions, history, ... were removed with the jobs. */
    @Test
    void whatAQueueHasOnceStays() {
        verify(test, 3);
        Set<String> once = Set.of("recurring", "recurring-states", "recurring-due", "tokens", "token-uses", "sessions",
                "chart", "history", "marks", "alerts", "progress", "audit:reader", "announced-types", "account:anna",
                "accounts", "stats");
        once.forEach(this::fill);
        Set<String> others = Set.of("group:a:meta", "group:a:errors", "job:a#b", "job-attempts:a#b", "claims",
                "completed-order", "finished-groups", "groups:COMPLETED", "group-names", "tenants", "tenant:t:meta",
                "pace", "instances", "wake:worker", "labels", "tenant-groups", "unknown-types");
        others.forEach(this::fill);

        verify(test, 1);

        assertThat(new QueueKeys(test.redis()).names()).containsAll(once).doesNotContainAnyElementsOf(others);
    }

    @Test
    void everyKeyThatAdministratorsFillIsOneOfThose() {
        assertThat(Arrays.stream(Key.values()).filter(key -> !key.goesWithJobs(true)))
                .containsExactlyInAnyOrder(Key.STATE, Key.STATS, Key.ANNOUNCED_TYPES, Key.ACCOUNT, Key.ACCOUNTS,
                        Key.ALERTS, Key.RECURRING, Key.RECURRING_STATES, Key.RECURRING_DUE, Key.SENDING_RULES,
                        Key.SENDING_WINDOWS, Key.SENDING_CHANGED, Key.CHART, Key.HISTORY,
                        Key.MARKS, Key.TASKS, Key.TOKENS, Key.TOKEN_USES, Key.SESSIONS, Key.AUDIT);
    }

    /** What ended in a partition that was left was never heard of, and counted as unfinished for ever. */
    @Test
    void accountsKeepTheirQuotaAcrossTheChange() {
        verify(test, 3);
        String account = "anna " + UUID.randomUUID();
        submitAs(account, test, 30);
        completeAll(test);

        verify(test, 2);

        TestQueue other = test.seenWith("partitions", "2");
        submitAs(account, other, 30); // all that it may have
        assertThat(accounts(other).use(account)).returns(30L, AccountUse::jobs);
        completeAll(other);

        verify(other, 3);

        submitAs(account, test, 30);
        assertThat(accounts(test).use(account)).returns(30L, AccountUse::jobs);
    }

    /** It left 'changing' for ever, or had removed some of it. */
    @Test
    void whereverAnInstanceDiesTheNextOneBringsTheChangeToAnEnd() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            int deaths = 0;
            while (diesAndIsContinued(redis, deaths + 1)) {
                deaths++;
            }
            assertThat(deaths).as("steps of the change").isGreaterThan(10);
        }
    }

    /** @return false if the change has fewer steps */
    private static boolean diesAndIsContinued(PrivateRedis redis, int after) {
        AtomicInteger stepsToLive = new AtomicInteger(Integer.MAX_VALUE);
        TestQueue mortal = TestQueue.watched(redis, script -> {
            if (script == Script.REPARTITION && stepsToLive.decrementAndGet() <= 0) {
                throw new Death();
            }
        }, "partitions", "3");
        verify(mortal, 3);
        finish(mortal, 30);

        stepsToLive.set(after);
        assertThatCode(() -> verify(mortal, 2)).satisfiesAnyOf(
                survived -> assertThat(survived).isNull(),
                died -> assertThat(died).isInstanceOf(Death.class));
        boolean hasDied = stepsToLive.getAndSet(Integer.MAX_VALUE) <= 0;

        mortal.advance(WORKED_FOR);
        int number = after % 2 == 0 ? 2 : 3; // whoever comes next, with either number
        verify(mortal, number);
        TestQueue next = number == 3 ? mortal : mortal.seenWith("partitions", "2");
        finish(next, 30);
        assertThat(state(next)).containsExactly(Map.entry("partitions", Integer.toString(number)));
        assertThat(total(next, "enqueued")).as("dead after step " + after).isEqualTo(60);
        assertThat(total(next, "completed")).isEqualTo(60);
        return hasDied;
    }

    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Whatever was added between the look and the removal was removed. */
    @Test
    void aJobThatComesWhilePartitionsAreBeingClosedIsAcceptedOrRefusedAndNeverRemoved() {
        AtomicInteger stepsUntilJobsCome = new AtomicInteger(Integer.MAX_VALUE);
        List<CompletableFuture<Enqueued>> answers = new ArrayList<>();
        AtomicReference<TestQueue> busy = new AtomicReference<>();
        try (PrivateRedis redis = PrivateRedis.start()) {
            busy.set(TestQueue.watched(redis, script -> {
                if (script == Script.REPARTITION && stepsUntilJobsCome.decrementAndGet() == 0) {
                    IntStream.range(0, 30).forEach(i -> answers.add(enqueueLater(busy.get(), "group-" + i)));
                }
            }, "partitions", "3"));
            verify(busy.get(), 3);
            stepsUntilJobsCome.set(1);

            assertThatThrownBy(() -> verify(busy.get(), 2)).isInstanceOf(RedisStartException.class)
                    .hasMessageContaining("groups are not finished");

            long accepted = answers.stream().filter(answer -> answer.handle((job, refusal) -> job != null).join())
                    .count();
            assertThat(accepted).isBetween(1L, 29L);
            assertThat(total(busy.get(), "enqueued")).isEqualTo(accepted);
            assertThat(completeAll(busy.get())).isEqualTo(accepted);
        }
    }

    private static CompletableFuture<Enqueued> enqueueLater(TestQueue queue, String group) {
        return queue.queue().of(new GroupId(group)).fairQueue()
                .enqueue(TestQueue.batch(group, null, true, List.of("job")));
    }

    private void fill(String name) {
        byte[] key = test.redis().keys().key(name);
        byte[] one = "1".getBytes(UTF_8);
        test.redis().read(commands -> switch (Key.find(name).orElseThrow().type()) {
            case HASH -> commands.hset(key, Map.of(one, one));
            case ZSET -> commands.zadd(key, 1, one);
            case SET -> commands.sadd(key, one);
            case LIST -> commands.rpush(key, one);
            case STREAM -> commands.append(key, one);
            case STRING -> commands.append(key, one);
        });
    }

    private static void enqueue(TestQueue queue, int groups) {
        for (int i = 0; i < groups; i++) {
            queue.enqueue("group-" + i, "job-" + UUID.randomUUID());
        }
    }

    private static void submitAs(String account, TestQueue queue, int jobs) {
        Reservation reservation = accounts(queue).reserve(
                account, new Quota(30L, null, null, null), new Reservation.Amount(jobs, 0, jobs), false);
        IntStream.range(0, jobs).forEach(i -> {
            EnqueueBatch batch = TestQueue.batch("group-" + i, null, true, List.of("job-" + UUID.randomUUID()))
                    .with(EnqueueBatch.By.NOBODY.with(reservation.begin(false)));
            reservation.answered(queue.queue().of(batch.group()), queue.enqueue(batch));
        });
        reservation.close();
    }

    private static void finish(TestQueue queue, int groups) {
        enqueue(queue, groups);
        completeAll(queue);
    }

    private static long completeAll(TestQueue queue) {
        long[] done = {0};
        queue.queue().partitions().forEach(partition -> {
            partition.fairQueue().fetch(100, 100);
            done[0] += partition.inFlight().complete(partition.ready().claim(100).jobs().stream()
                    .map(job -> new InFlight.Success(job, Duration.ZERO, null, false))
                    .toList()).applied();
            partition.redis().read(commands -> commands.del(partition.redis().keys().events()));
        });
        return done[0];
    }

    private static long total(TestQueue queue, String counter) {
        return queue.queue().redis().stream()
                .mapToLong(part -> Long.parseLong(queue.hash(part.keys().stats()).getOrDefault(counter, "0")))
                .sum();
    }

    private static Accounts accounts(TestQueue queue) {
        return new Accounts(new Queues(Map.of(queue.queue().name(), queue.queue())), "test");
    }

    private static void verify(TestQueue queue, int partitions) {
        new PartitionCount(queue.redis(), count -> partitions(queue, count).toList(), accounts(queue))
                .verify(partitions);
    }

    private static Stream<RedisQueue> partitions(TestQueue queue, int count) {
        return Keys.of("test", queue.redis().name(), count).stream().map(queue.redis()::with);
    }

    private static Map<String, String> state(TestQueue queue) {
        return queue.hash(queue.redis().keys().state());
    }
}
