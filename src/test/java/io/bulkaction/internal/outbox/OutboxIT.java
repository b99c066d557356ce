package io.bulkaction.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.AsyncCalls;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.CheckedRequest;
import io.bulkaction.internal.submit.DefaultBulkActionService;
import io.bulkaction.internal.submit.JobStore;
import io.bulkaction.internal.submit.JobWriter;
import io.bulkaction.internal.submit.RedisJobStore;
import io.bulkaction.internal.submit.RequestSender;
import io.bulkaction.internal.submit.SubmitObserver;
import io.bulkaction.internal.submit.SubmitRules;
import io.bulkaction.testing.PostgresServer;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** What transactions submit, kept in their database until it is sent. */
class OutboxIT {

    private static final Instant EXPIRES = Instant.parse("2031-01-01T00:00:00Z");
    private static final Executor THREADS = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private static final String SCHEMA = new String(schema(), StandardCharsets.UTF_8)
            .replace("bulk_action_outbox", "outbox_1");

    private final TestQueue test = TestQueue.live();
    private final String queue = test.queue().name().value();
    private @Nullable PostgresServer postgres;

    private static byte[] schema() {
        try {
            return new ClassPathResource("io/bulkaction/internal/outbox/schema.sql").getContentAsByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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

        OutboxRelay relay = scene.relay(scene.sender::sendKept);
        relay.start();
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        scene.transaction.executeWithoutResult(status -> scene.service.submit(request("e", "j-1")));
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relay.stop();

        assertThat(Stream.of("a", "b", "c", "e").map(this::totals)).containsExactly(2L, 1L, 1L, 1L);
        assertThat(test.meta("d")).isEmpty();
        assertThat(test.job("a#j-1")).containsEntry("payload", "{\"n\":1}").containsEntry("metadata",
                "{\"tenant\":\"kr\"}").containsEntry("expiresAt", Long.toString(EXPIRES.toEpochMilli()));
        assertThat(test.meta("a")).containsEntry("sealed", "1").containsEntry("maxRps", "7.5");
    }

    /** It has sent and dies before it has removed the row: the row is there again, and sending it again adds nothing. */
    @ParameterizedTest
    @EnumSource
    void aCrashBetweenSendingAndRemovingLosesNothingAndDoublesNothing(Database database) throws Exception {
        Scene scene = new Scene(database);
        scene.transaction.executeWithoutResult(
                status -> IntStream.range(0, 50).forEach(i -> scene.service.submit(request("g-" + i % 5, null, null))));
        assertThatThrownBy(() -> scene.table.claim(20, (claim, rows) -> {
            scene.sender.sendKept(rows.stream().map(scene.table::read).toList());
            claim.delete(rows);
            throw new IllegalStateException("killed");
        })).hasMessage("killed");
        assertThat(scene.rows()).isEqualTo(50);
        assertThat(totals("g-0")).isEqualTo(8);

        List<OutboxRelay> relays = Stream.generate(() -> scene.relay(scene.sender::sendKept)).limit(4).toList();
        relays.forEach(OutboxRelay::start);
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relays.forEach(OutboxRelay::stop);

        for (int i = 0; i < 5; i++) {
            assertThat(totals("g-" + i)).isEqualTo(20);
        }
    }

    /** Each turn put off another row, without a rest in between. */
    @ParameterizedTest
    @EnumSource
    void whileRedisIsAwayTheRowsStayAsTheyAre(Database database) {
        Scene scene = new Scene(database);
        scene.transaction.executeWithoutResult(
                status -> IntStream.range(0, 30).forEach(i -> scene.service.submit(request("g-" + i, "j-1"))));
        AtomicBoolean isAway = new AtomicBoolean(true);
        AtomicInteger refused = new AtomicInteger();
        OutboxRelay relay = scene.relay(requests -> {
            if (isAway.get()) {
                refused.incrementAndGet();
                RedisUnavailableException unavailable = unavailable();
                return requests.stream().map(request -> refused(request, unavailable)).toList();
            }
            return scene.sender.sendKept(requests);
        });
        relay.start();
        await().until(() -> refused.get() >= 3);
        assertThat(scene.number("SELECT COUNT(*) FROM outbox_1 WHERE attempts > 0")).isZero();
        isAway.set(false);
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relay.stop();

        assertThat(IntStream.range(0, 30).mapToLong(i -> totals("g-" + i))).containsOnly(1L);
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeSentYetIsTriedAgainAndBlocksNothing(Database database) {
        Scene scene = new Scene(database);
        scene.transaction.executeWithoutResult(status -> {
            scene.service.submit(request("a", "j-1"));
            scene.service.submit(request("b", "j-1"));
        });
        AtomicInteger refused = new AtomicInteger();
        OutboxRelay relay = scene.relay(requests -> refusing(scene, requests, "a",
                () -> refused.getAndIncrement() < 2 ? new GroupCancellingException(new GroupId("a")) : null));
        relay.start();
        await().untilAsserted(() -> assertThat(totals("b")).isEqualTo(1));
        await().untilAsserted(() -> assertThat(scene.rows()).isZero());
        relay.stop();

        assertThat(totals("a")).isEqualTo(1);
    }

    /** It was tried again and logged for ever, and an unreadable one stopped all others. */
    @ParameterizedTest
    @EnumSource
    void whatIsRefusedForGoodStaysWithTheReasonAndBlocksNothing(Database database) {
        Scene scene = new Scene(database, Duration.ofDays(1));
        scene.transaction.executeWithoutResult(status -> {
            scene.service.submit(request("refused", "j-1"));
            scene.service.submit(request("unreadable", "j-1"));
            scene.service.submit(request("good", "j-1"));
        });
        scene.jdbc.update("UPDATE outbox_1 SET request = 'nonsense', created_at = 1 WHERE id = 2");
        AtomicInteger asked = new AtomicInteger();
        OutboxRelay relay = scene.relay(requests -> refusing(scene, requests, "refused", () -> {
            asked.incrementAndGet();
            return new InvalidSubmissionException("payload is larger than it may be");
        }));
        relay.start();
        await().untilAsserted(() -> assertThat(scene.number("SELECT COUNT(refused_at) FROM outbox_1")).isEqualTo(2));
        await().untilAsserted(() -> assertThat(totals("good")).isEqualTo(1));
        relay.stop();

        assertThat(asked).hasValue(1);
        assertThat(scene.jdbc.queryForList("SELECT reason FROM outbox_1 ORDER BY id", String.class))
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("payload is larger than it may be"),
                        reason -> assertThat(reason).contains("nonsense"));
        assertThat(scene.table.status()).isEqualTo(new OutboxStatus(0, Duration.ZERO, 2));
    }

    @ParameterizedTest
    @EnumSource
    void theStatusSaysWhatWaitsAndForHowLong(Database database) {
        Scene scene = new Scene(database);
        assertThat(scene.table.status()).isEqualTo(new OutboxStatus(0, Duration.ZERO, 0));
        scene.transaction.executeWithoutResult(status -> scene.service.submit(request("a", "j-1")));
        scene.jdbc.update("UPDATE outbox_1 SET created_at = created_at - 3600000");

        assertThat(scene.table.status().waiting()).isEqualTo(1);
        assertThat(scene.table.status().oldest()).isGreaterThanOrEqualTo(Duration.ofHours(1));
    }

    /** The row was committed at once, so the jobs ran although the transaction had been rolled back. */
    @ParameterizedTest
    @EnumSource
    void aTransactionOfSomethingElseSendsAfterItsCommit(Database database) {
        Scene scene = new Scene(database);
        TransactionTemplate other = new TransactionTemplate(new DataSourceTransactionManager(Scene.h2()));
        other.executeWithoutResult(status -> {
            scene.rows(); // its connection is now bound to the thread until the end of the other transaction
            scene.service.submit(request("a", "j-1"));
            status.setRollbackOnly();
        });
        other.executeWithoutResult(status -> scene.service.submit(request("b", "j-1")));
        TransactionTemplate reading = new TransactionTemplate(scene.transactions);
        reading.setReadOnly(true);
        reading.executeWithoutResult(status -> scene.service.submit(request("c", "j-1")));

        assertThat(scene.rows()).isZero();
        assertThat(test.meta("a")).isEmpty();
        assertThat(totals("b")).isEqualTo(1);
        assertThat(totals("c")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeSentAfterTheCommitOfSomethingElseIsKept(Database database) {
        PrivateRedis redis = PrivateRedis.start();
        TestQueue gone = TestQueue.on(redis);
        Scene scene = new Scene(database, gone);
        redis.close();
        new TransactionTemplate(new DataSourceTransactionManager(Scene.h2())).executeWithoutResult(status -> {
            scene.service.submit(requestTo(gone.queue().name().value(), "a", "j-1"));
            scene.service.submit(requestTo(gone.queue().name().value(), "b", "j-1"));
        });

        assertThat(scene.rows()).isEqualTo(2);
    }

    /**
     * With a pool that turns auto-commit off, a row that was written after the commit was never committed; and a connection that
     * was only read with looks as if it had a transaction.
     */
    @ParameterizedTest
    @EnumSource
    void aPoolWithoutAutoCommitLosesNothing(Database database) {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSource(database == Database.H2 ? Scene.h2() : postgres());
            pool.setAutoCommit(false);
            new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult(
                    status -> new JdbcTemplate(pool).execute(SCHEMA));
            Scene scene = new Scene(pool, test, false, Duration.ofDays(1));
            OutboxRelay relay = scene.relay(scene.sender::sendKept);
            relay.start();
            scene.transaction.executeWithoutResult(status -> {
                scene.service.submit(request("in", "j-1"));
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        scene.service.submit(request("after", "j-1"));
                    }
                });
            });
            new TransactionTemplate(new DataSourceTransactionManager(Scene.h2())).executeWithoutResult(status -> {
                scene.jdbc.queryForList("SELECT id FROM outbox_1");
                scene.service.submit(request("other", "j-1"));
            });
            await().untilAsserted(() -> assertThat(Stream.of("in", "after", "other").map(this::totals))
                    .containsExactly(1L, 1L, 1L));
            relay.stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsRolledBackToASavepointIsNotSent(Database database) {
        Scene scene = new Scene(database);
        TransactionTemplate nested = new TransactionTemplate(scene.transactions);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        scene.transaction.executeWithoutResult(status -> {
            nested.executeWithoutResult(inside -> {
                scene.service.submit(request("a", "j-1"));
                inside.setRollbackOnly();
            });
            nested.executeWithoutResult(inside -> scene.service.submit(request("b", "j-1")));
        });

        assertThat(scene.rows()).isEqualTo(1);
    }

    /** One of them got an error of the database: PostgreSQL notices a table of the same name too late. */
    @ParameterizedTest
    @EnumSource
    void instancesMayCreateTheTableAtTheSameTime(Database database) {
        DataSource source = database == Database.H2 ? Scene.h2() : postgres();
        for (int round = 0; round < 20; round++) {
            OutboxSettings settings = new OutboxSettings(
                    true, null, "outbox_" + round, true, Duration.ofSeconds(1), Duration.ofDays(1));
            IntStream.range(0, 8).mapToObj(i -> CompletableFuture.runAsync(
                    () -> new OutboxTable(source, settings, PayloadCodecs.NONE), THREADS))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
    }

    @Test
    void aMissingTableIsNamedAtTheStart() {
        OutboxRelay relay = new Scene(Scene.h2(), test, false, Duration.ofDays(1)).relay(requests -> List.of());

        assertThatThrownBy(relay::start).hasMessageContaining("outbox_1")
                .hasMessageContaining("bulk-action.outbox.create-table");
    }

    /** Refuses those of a group, as the sender does: what is behind the first is not tried. */
    private static List<SubmitOutcome> refusing(
            Scene scene, List<CheckedRequest> requests, String group, Supplier<@Nullable RuntimeException> refusals) {
        List<SubmitOutcome> outcomes = new ArrayList<>();
        RuntimeException stopped = null;
        for (CheckedRequest request : requests) {
            if (stopped == null && request.target().group().value().equals(group)) {
                stopped = refusals.get();
            }
            outcomes.add(stopped != null ? refused(request, stopped)
                    : scene.sender.sendKept(List.of(request)).getFirst());
        }
        return outcomes;
    }

    private static SubmitOutcome refused(CheckedRequest request, RuntimeException refusal) {
        return new SubmitOutcome(new Submission(
                request.target().queue(), request.target().group(), 0, 0, 0, 0, "", false), refusal);
    }

    private static RedisUnavailableException unavailable() {
        return new RedisUnavailableException(
                RedisUnavailableException.Reason.REDIS_UNAVAILABLE, new IllegalStateException("away"));
    }

    private long totals(String group) {
        return Long.parseLong(test.meta(group).getOrDefault("totalJobs", "0"));
    }

    private BulkActionRequest request(String group, @Nullable String... ids) {
        return requestTo(queue, group, ids);
    }

    private static BulkActionRequest requestTo(String queue, String group, @Nullable String... ids) {
        return BulkActionRequest.to(queue, group).processor("TEST").maxRps(7.5).with("tenant", "kr")
                .expiresAt(EXPIRES)
                .jobs(Stream.of(ids).map(id -> new JobRequest(id, Map.of("n", 1))))
                .build();
    }

    private DataSource postgres() {
        postgres = PostgresServer.start();
        return postgres.source();
    }

    private final class Scene {

        private final JdbcTemplate jdbc;
        private final OutboxTable table;
        private final OutboxSettings settings;
        private final RequestSender sender;
        private final BulkActionService service;
        private final DataSourceTransactionManager transactions;
        private final TransactionTemplate transaction;

        Scene(Database database) {
            this(database, Duration.ofDays(1));
        }

        Scene(Database database, Duration giveUpAfter) {
            this(database == Database.H2 ? h2() : postgres(), test, true, giveUpAfter);
        }

        Scene(Database database, TestQueue on) {
            this(database == Database.H2 ? h2() : postgres(), on, true, Duration.ofDays(1));
        }

        Scene(DataSource source, TestQueue on, boolean createTable, Duration giveUpAfter) {
            this.jdbc = new JdbcTemplate(source);
            this.settings = new OutboxSettings(true, null, "outbox_1", createTable, Duration.ofMillis(10), giveUpAfter);
            this.table = new OutboxTable(source, settings, PayloadCodecs.NONE);
            Queues queues = new Queues(Map.of(on.queue().name(), on.queue()));
            GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
            JobStore store = new RedisJobStore(
                    queues, groups, new TenantService(queues, groups), new Explainer(queues, groups),
                    new Accounts(queues, "test"));
            this.sender = new RequestSender(
                    store, new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256)),
                    new SubmitRules((any, type) -> {}, callback -> {}, window -> {}), SubmitObserver.NONE);
            this.service = new DefaultBulkActionService(store, sender, new AsyncCalls(2), table);
            this.transactions = new DataSourceTransactionManager(source);
            this.transaction = new TransactionTemplate(transactions);
        }

        OutboxRelay relay(Function<List<CheckedRequest>, List<SubmitOutcome>> sends) {
            return new OutboxRelay(table, sends, settings);
        }

        int rows() {
            return number("SELECT COUNT(*) FROM outbox_1");
        }

        int number(String query) {
            return Objects.requireNonNull(jdbc.queryForObject(query, Integer.class));
        }

        static DataSource h2() {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return h2;
        }
    }
}
