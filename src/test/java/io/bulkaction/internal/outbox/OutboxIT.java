package io.bulkaction.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.AsyncCalls;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.DefaultBulkActionService;
import io.bulkaction.internal.submit.JobStore;
import io.bulkaction.internal.submit.JobWriter;
import io.bulkaction.internal.submit.RedisJobStore;
import io.bulkaction.internal.submit.SubmitObserver;
import io.bulkaction.internal.submit.SubmitRules;
import io.bulkaction.testing.PostgresServer;
import io.bulkaction.testing.TestQueue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** What transactions submit, kept in their database until it is sent. */
class OutboxIT {

    private final TestQueue test = TestQueue.live();
    private final String queue = test.queue().name().value();
    private @Nullable PostgresServer postgres;

    enum Database {
        H2,
        POSTGRESQL
    }

    @AfterEach
    void close() {
        if (postgres != null) {
            postgres.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatATransactionSubmitsIsInItsDatabaseAndSentAfterwards(Database database) {
        Scene scene = new Scene(database);
        scene.transaction.executeWithoutResult(status -> {
            assertThat(scene.service.submit(request("a", "j-1", "j-2")).deferred()).isTrue();
            scene.service.submitAll(List.of(request("b", "j-1"), request("c", "j-1")));
        });
        assertThat(scene.rows()).isEqualTo(3);
        assertThat(scene.service.progress(queue, "a")).isEmpty();

        scene.transaction.executeWithoutResult(status -> {
            scene.service.submit(request("d", "j-1"));
            status.setRollbackOnly();
        });
        assertThat(scene.rows()).isEqualTo(3);

        OutboxRelay relay = scene.relay(scene.service);
        relay.start();
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        scene.transaction.executeWithoutResult(status -> scene.service.submit(request("e", "j-1")));
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relay.stop();

        assertThat(Stream.of("a", "b", "c", "e").map(this::totals)).containsExactly(2L, 1L, 1L, 1L);
        assertThat(test.meta("d")).isEmpty();
        assertThat(test.job("a#j-1")).containsEntry("payload", "{\"n\":1}").containsEntry("metadata",
                "{\"tenant\":\"kr\"}");
        assertThat(test.meta("a")).containsEntry("sealed", "1").containsEntry("maxRps", "7.5");
    }

    /** It has sent and dies before it has removed the row: the row is there again, and sending it again adds nothing. */
    @ParameterizedTest
    @EnumSource
    void aCrashBetweenSendingAndRemovingLosesNothingAndDoublesNothing(Database database) throws Exception {
        Scene scene = new Scene(database);
        scene.transaction.executeWithoutResult(
                status -> IntStream.range(0, 50).forEach(i -> scene.service.submit(request("g-" + i % 5, null, null))));
        assertThatThrownBy(() -> scene.table.claim(20, (claim, row) -> {
            scene.service.submitNow(row.request().request());
            claim.delete(row);
            if (row.request().group().equals("g-3")) {
                throw new IllegalStateException("killed");
            }
            return true;
        })).hasMessage("killed");
        assertThat(scene.rows()).isEqualTo(50);
        assertThat(totals("g-0")).isEqualTo(2);

        List<OutboxRelay> relays = Stream.generate(() -> scene.relay(scene.service)).limit(4).toList();
        relays.forEach(OutboxRelay::start);
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relays.forEach(OutboxRelay::stop);

        for (int i = 0; i < 5; i++) {
            assertThat(totals("g-" + i)).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeSentWaitsInTheTable(Database database) {
        Scene scene = new Scene(database);
        AtomicInteger refused = new AtomicInteger();
        BulkActionService away = failing(scene.service, refused);
        scene.transaction.executeWithoutResult(status -> {
            scene.service.submit(request("a", "j-1"));
            scene.service.submit(request("b", "j-1"));
        });
        OutboxRelay relay = scene.relay(away);
        relay.start();
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relay.stop();

        assertThat(refused.get()).isGreaterThanOrEqualTo(3);
        assertThat(totals("a")).isEqualTo(1);
        assertThat(totals("b")).isEqualTo(1);
    }

    /** Refuses the first three submits. */
    private static BulkActionService failing(BulkActionService real, AtomicInteger refused) {
        return (BulkActionService) Proxy.newProxyInstance(
                OutboxIT.class.getClassLoader(), new Class<?>[] {BulkActionService.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("submitNow") && refused.getAndIncrement() < 3) {
                        throw refused.get() == 2 ? new IllegalStateException("refused")
                                : new RedisUnavailableException(
                                        RedisUnavailableException.Reason.REDIS_UNAVAILABLE,
                                        new IllegalStateException("away"));
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private long totals(String group) {
        return Long.parseLong(test.meta(group).getOrDefault("totalJobs", "0"));
    }

    private BulkActionRequest request(String group, @Nullable String... ids) {
        return BulkActionRequest.to(queue, group).processor("TEST").maxRps(7.5).with("tenant", "kr")
                .jobs(Stream.of(ids).map(id -> new JobRequest(id, Map.of("n", 1))))
                .build();
    }

    private final class Scene {

        private final DataSource source;
        private final OutboxTable table;
        private final BulkActionService service;
        private final TransactionTemplate transaction;

        Scene(Database database) {
            this.source = database == Database.H2 ? h2() : postgres();
            this.table = new OutboxTable(source, new OutboxSettings(true, "outbox_1", true, Duration.ofMillis(10)));
            Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
            GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
            JobStore store = new RedisJobStore(
                    queues, groups, new TenantService(queues, groups), new Explainer(queues, groups),
                    new Accounts(queues, "test"));
            this.service = new DefaultBulkActionService(
                    store, new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256)),
                    new SubmitRules((any, type) -> {}, callback -> {}), SubmitObserver.NONE, new AsyncCalls(2), table);
            this.transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        }

        OutboxRelay relay(BulkActionService sender) {
            return new OutboxRelay(table, sender, Duration.ofMillis(10));
        }

        Integer rows() {
            return new JdbcTemplate(source).queryForObject("SELECT COUNT(*) FROM outbox_1", Integer.class);
        }

        private static DataSource h2() {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return h2;
        }

        private DataSource postgres() {
            postgres = PostgresServer.start();
            return postgres.source();
        }
    }
}
