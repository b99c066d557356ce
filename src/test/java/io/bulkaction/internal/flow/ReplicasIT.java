package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.ServerInfo;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code reliability.replicas} an enqueue is answered when so many replicas have it. */
class ReplicasIT {

    private static final String[] REPLICATED = {"reliability.replicas", "1", "reliability.replica-timeout", "2s"};

    private RedisServer master;
    private RedisAccess redis;
    private TestQueue test;

    @BeforeEach
    void start() {
        master = RedisServer.start();
        redis = TestRedis.connect(master.port());
        test = TestQueue.liveOn(redis, REPLICATED);
    }

    @AfterEach
    void stop() {
        redis.close();
        master.close();
    }

    @Test
    void whatIsAnsweredIsOnTheReplica() {
        // why so: RedisAccess uses masters only
        try (RedisServer replica = replica();
                RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", replica.port()))) {
            test.enqueue("a", "1", "2");

            assertThat(client.connect(ByteArrayCodec.INSTANCE).sync().exists(test.jobKey(test.name("1")),
                    test.jobKey(test.name("2"))))
                    .isEqualTo(2);
        }
    }

    @Test
    void withoutAReplicaTheSubmitterIsToldAndMaySendItAgain() {
        assertNotReplicated("1");
        assertThat(test.pending("a")).as("it is there all the same").containsExactly("1");

        try (RedisServer _ = replica()) {
            Enqueued again = test.enqueue("a", "1");
            assertThat(again.accepted()).isZero();
            assertThat(again.duplicates()).isEqualTo(1);
            assertThat(test.pending("a")).containsExactly("1");
        }
    }

    /** What a lagging replica does not have yet is not confirmed, even where nothing is written for the second call. */
    @Test
    void aReplicaThatHangsConfirmsNothing() {
        try (RedisServer replica = replica()) {
            test.enqueue("a", "1");
            replica.freeze();
            assertNotReplicated("2");
            assertNotReplicated("2");
            replica.thaw();
            await().ignoreExceptions().until(() -> test.enqueue("a", "2").duplicates() == 1);
        }
    }

    /** Servers newer than 7.0 confirm at once a call that has written nothing, whatever another connection has written. */
    @Test
    void whatAnotherConnectionHasSentBeforeIsNotConfirmedEither() {
        try (RedisServer replica = replica();
                RedisAccess access = TestRedis.connect(master.port())) {
            TestQueue other = TestQueue.named(access, test.redis().name().value(), REPLICATED);
            EnqueueBatch batch = TestQueue.batch("a", null, false, List.of("1"));
            replica.freeze();
            assertNotReplicated(() -> test.enqueue(batch));
            long before = writes();

            assertNotReplicated(() -> other.enqueue(batch));

            assertThat(writes()).as("what WAIT waits for").isGreaterThan(before);
        }
    }

    @Test
    void aSealIsAnsweredWhenAReplicaHasIt() {
        try (RedisServer replica = replica();
                RedisAccess access = TestRedis.connect(master.port())) {
            TestQueue other = TestQueue.named(access, test.redis().name().value(), REPLICATED);
            test.enqueue(TestQueue.batch("a", null, false, List.of("1")));
            replica.freeze();

            assertNotReplicated(() -> Groups.of(test.queue()).seal(new GroupId("a")));
            long before = writes();
            assertNotReplicated(() -> Groups.of(other.queue()).seal(new GroupId("a")));

            assertThat(writes()).as("what WAIT waits for").isGreaterThan(before);
        }
    }

    @Test
    void batchesThatComeTogetherShareAConfirmation() {
        try (RedisServer _ = replica()) {
            test.enqueue("a", "first");
            long before = waits();
            CompletableFuture<?>[] batches = IntStream.range(0, 200)
                    .mapToObj(i -> TestQueue.batch("a", null, false, List.of("j-" + i)))
                    .map(batch -> test.partition().fairQueue().enqueue(batch))
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(batches).join();

            assertThat(waits() - before).as("calls of WAIT for 200 batches").isBetween(1L, 150L);
        }
    }

    private void assertNotReplicated(String id) {
        assertNotReplicated(() -> test.enqueue("a", id));
    }

    private static void assertNotReplicated(ThrowingCallable call) {
        assertThat(catchThrowable(call)).satisfiesAnyOf(
                failure -> assertThat(reason(failure)).isEqualTo(Reason.NOT_REPLICATED),
                failure -> assertThat(reason(failure.getCause())).isEqualTo(Reason.NOT_REPLICATED));
    }

    private static @Nullable Reason reason(@Nullable Throwable failure) {
        return failure instanceof RedisUnavailableException away ? away.reason() : null;
    }

    /** How often the master has written; its questions to replicas do not count. */
    private long writes() {
        return Long.parseLong(info("persistence", "rdb_changes_since_last_save"));
    }

    private RedisServer replica() {
        RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1", Integer.toString(master.port()));
        await().until(() -> info("replication", "slave0").contains("state=online"));
        return replica;
    }

    private long waits() {
        return Long.parseLong(info("commandstats", "cmdstat_wait").replaceAll("calls=(\\d+),.*", "$1"));
    }

    private String info(String section, String field) {
        return ServerInfo.of(redis, section).getFirst().fields().getOrDefault(field, "");
    }
}
