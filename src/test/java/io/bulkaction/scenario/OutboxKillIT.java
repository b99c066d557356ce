package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.PostgresServer;
import io.bulkaction.testing.TestRedis;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Processes that write orders and submit a job for each in the same transaction, killed with {@code kill -9} at random. The database
 * says which orders there are, a file what the jobs have done. {@code -Dchaos.outbox-kills=50} is the long version.
 */
class OutboxKillIT {

    private static final int KILLS = Integer.getInteger("chaos.outbox-kills", 3);

    @TempDir
    Path dir;

    private final String prefix = TestRedis.uniquePrefix();

    /** One process at a time: the file belongs to it. */
    @Test
    void everyCommittedOrderOfAnH2FileIsShippedOnce() throws Exception {
        // why no delay: otherwise H2 itself forgets what was committed in the last half second
        String url = "jdbc:h2:file:" + dir.resolve("orders") + ";WRITE_DELAY=0";
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL(url);
        killAndCount(url, h2, 1);
    }

    @Test
    void everyCommittedOrderOfPostgresIsShippedOnce() throws Exception {
        Assumptions.assumeTrue(PostgresServer.isInstalled(), "there is no PostgreSQL");
        try (PostgresServer postgres = PostgresServer.start()) {
            killAndCount(postgres.url(), postgres.source(), 2);
        }
    }

    private void killAndCount(String url, DataSource database, int processes) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        System.out.println("OutboxKillIT: -Dseed=" + seed);
        JdbcTemplate jdbc = new JdbcTemplate(database);
        jdbc.execute("CREATE TABLE orders (id VARCHAR(36) PRIMARY KEY, customer VARCHAR(36))");
        try (Instances instances = new Instances(dir, TestRedis.port(), settings(url), OrderingInstance.class)) {
            for (int i = 0; i < processes; i++) {
                instances.start();
            }
            for (int kill = 0; kill < KILLS; kill++) {
                int seen = instances.history().size();
                int more = 1 + random.nextInt(500);
                awaitShipped(instances, seen + more);
                List<Process> alive = instances.alive();
                Instances.kill(alive.get(random.nextInt(alive.size())));
                instances.start();
            }
            int seen = instances.history().size();
            awaitShipped(instances, seen);
            for (Process process : instances.alive()) {
                Instances.kill(process);
            }
            List<String> orders = jdbc.queryForList("SELECT id FROM orders", String.class);
            Process last = instances.start(Map.of("orders", "false"));
            await().untilAsserted(() -> assertThat(Set.copyOf(instances.history())).as(instances::logs)
                    .containsExactlyInAnyOrderElementsOf(orders));

            assertThat(completed()).as("each counted once").isEqualTo(orders.size());
            Instances.signal(last, "TERM");
            last.waitFor();
            assertThat(jdbc.queryForList("SELECT id FROM bulk_action_outbox", Long.class)).isEmpty();
            System.out.printf("%,d orders committed, %d kills: %,d executions, none lost, none counted twice%n",
                    orders.size(), KILLS, instances.history().size());
        }
    }

    private static void awaitShipped(Instances instances, int more) {
        await().failFast(() -> assertThat(instances.alive()).as(instances::logs).isNotEmpty())
                .until(() -> instances.history().size() > more);
    }

    private long completed() {
        QueueName name = BulkActionSettings.DEFAULT_QUEUE;
        Queue queue = Queue.on(new RedisQueue(
                name, Defaults.queue(), new Keys(prefix, name), TestRedis.access(),
                new Scripts(TestRedis.access(), (script, took) -> {})));
        GroupService groups = new GroupService(new Queues(Map.of(name, queue)), new ResultAggregators(List.of()));
        long completed = 0;
        for (int group = 0; group < OrderingInstance.GROUPS; group++) {
            GroupId id = new GroupId("group-" + group);
            await().until(() -> groups.progress(name, id).orElseThrow().percent() == 100);
            completed += groups.progress(name, id).orElseThrow().successCount();
        }
        return completed;
    }

    private Map<String, String> settings(String url) {
        Map<String, String> settings = new HashMap<>();
        settings.put("database", url);
        settings.put("bulk-action.key-prefix", prefix);
        settings.put("bulk-action.outbox.enabled", System.getProperty("chaos.outbox", "true"));
        settings.put("bulk-action.outbox.create-table", "true");
        settings.put("bulk-action.queues.default.worker-pool.worker-count", "10");
        settings.put("bulk-action.queues.default.reliability.lease", "2s");
        settings.put("bulk-action.queues.default.reliability.heartbeat", "500ms");
        settings.put("bulk-action.queues.default.reliability.recover-interval", "300ms");
        settings.put("bulk-action.queues.default.reliability.max-recoveries", "20");
        return settings;
    }
}
