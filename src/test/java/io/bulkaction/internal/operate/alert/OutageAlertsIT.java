package io.bulkaction.internal.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.spi.Alert;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people are told when Redis, or a part of it, is away. Before, nothing: and nothing of any other queue either. */
class OutageAlertsIT {

    private final AtomicLong nanos = new AtomicLong();
    private final MailboxChannel mailbox = new MailboxChannel("mailbox", 0);
    private AlertMonitor monitor;

    @AfterEach
    void stop() {
        monitor.stop(Deadline.in(Duration.ofSeconds(5)));
    }

    @Test
    void partitionsThatAreAwayAreToldAndOtherQueuesAreLookedAtAllTheSame() {
        try (RedisCluster cluster =
                RedisCluster.start("--cluster-require-full-coverage", "no", "--cluster-node-timeout", "1000");
                RedisAccess redis = cluster.connect(Duration.ofSeconds(2))) {
            TestQueue spread = TestQueue.liveOn(redis, "partitions", "6");
            TestQueue other = IntStream.iterate(0, i -> i + 1)
                    .mapToObj(i -> TestQueue.liveOn(redis, "alerts.waiting-exceeds", "1"))
                    .filter(queue -> node(queue, 0) == node(spread, 0))
                    .findFirst()
                    .orElseThrow();
            int away = IntStream.range(0, 6).filter(p -> node(spread, p) != node(spread, 0)).findFirst().orElseThrow();
            monitor(spread, other);
            other.enqueue("a", "a1", "a2", "a3");

            cluster.stopMaster(slot(spread, away));
            checkUntil("QUEUE_WAITING_EXCEEDED");
            assertThat(mailbox.news()).as("a failover takes a while").doesNotContain("REDIS_UNAVAILABLE");
            nanos.addAndGet(Outages.TOLD_AFTER.toNanos());
            checkUntil("REDIS_UNAVAILABLE");

            Alert alert = told("REDIS_UNAVAILABLE");
            assertThat(alert.queue()).isEqualTo(spread.queue().name());
            assertThat(alert.details().get("partitions")).contains(Integer.toString(away));
            monitor.check();
            assertThat(mailbox.news()).containsOnlyOnce("REDIS_UNAVAILABLE");
            assertThat(AlertRecords.of(spread.queue()).all()).as("for all instances").hasSize(1);
        }
    }

    @Test
    void aRedisThatIsAwayIsToldByEachInstanceAndSoIsItsReturn() {
        int port = RedisServer.freePort();
        try (RedisServer server = RedisServer.startAt(port); RedisAccess redis = TestRedis.connect(port)) {
            TestQueue test = TestQueue.liveOn(redis);
            monitor(test);
            monitor.check();

            server.kill();
            monitor.check();
            nanos.addAndGet(Outages.TOLD_AFTER.toNanos());
            checkUntil("REDIS_UNAVAILABLE");
            assertThat(told("REDIS_UNAVAILABLE").message()).contains(test.queue().name().value(), "30 s");

            server.startAgain();
            checkUntil("REDIS_UNAVAILABLE over");
            assertThat(mailbox.news()).containsExactly("REDIS_UNAVAILABLE", "REDIS_UNAVAILABLE over");
        }
    }

    private void checkUntil(String news) {
        await().untilAsserted(() -> {
            monitor.check();
            assertThat(mailbox.news()).contains(news);
        });
    }

    private Alert told(String type) {
        return mailbox.alerts().stream().filter(alert -> alert.type().name().equals(type)).findFirst().orElseThrow();
    }

    private void monitor(TestQueue... queues) {
        monitor = new AlertMonitor(
                List.of(queues).stream().map(TestQueue::queue).toList(), List.of(mailbox), Duration.ofHours(1),
                status -> {}, nanos::get);
        monitor.start();
    }

    private static int slot(TestQueue queue, int partition) {
        return SlotHash.getSlot(queue.queue().partitions().get(partition).redis().keys().ready());
    }

    private static int node(TestQueue queue, int partition) {
        return slot(queue, partition) * 3 / 16_384;
    }
}
