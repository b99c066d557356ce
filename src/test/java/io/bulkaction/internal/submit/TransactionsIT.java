package io.bulkaction.internal.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.JobsNotSentException;
import io.bulkaction.PriorityLevel;
import io.bulkaction.Submission;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.SerializationUtils;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

class TransactionsIT {

    private final TestQueue test = TestQueue.with();
    private final BulkActionService bulkActions = service(test);
    private final TransactionTemplate transaction = new TransactionTemplate(new Transactions());

    @Test
    void jobsAreSentAfterTheCommitAndNotBefore() {
        Submission answer = transaction.execute(status -> {
            Submission deferred = bulkActions.submit(request("j-1", "j-2"));
            assertThat(progress()).isEmpty();
            return deferred;
        });

        assertThat(answer).isNotNull();
        assertThat(answer.deferred()).isTrue();
        assertThat(progress()).hasValue(2L);
        assertThat(test.meta("customer")).containsEntry("sealed", "1");
    }

    /** Spring calls no afterCommit of what is registered while it calls that of others: the jobs were lost. */
    @Test
    void whatAListenerSubmitsAfterTheCommitIsSentToo() {
        transaction.executeWithoutResult(status -> TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        assertThat(bulkActions.submit(request("j-1")).deferred()).isTrue();
                    }
                }));

        assertThat(progress()).hasValue(1L);
    }

    /** The first that failed stopped the others, and nobody learned of them. */
    @Test
    void allThatCouldNotBeSentIsInOneException() throws Exception {
        PrivateRedis redis = PrivateRedis.start();
        TestQueue gone = TestQueue.on(redis);
        BulkActionService service = service(gone);
        JobsNotSentException failure = catchThrowableOfType(JobsNotSentException.class,
                () -> transaction.executeWithoutResult(status -> {
                    service.submit(request(gone, "a", "j-1"));
                    service.submit(request(gone, "b", "j-1"));
                    service.submitAll(List.of(request(gone, "c", "j-1"), request(gone, "d", "j-1")));
                    redis.close();
                }));

        assertThat(failure.requests()).extracting(each -> each.target().group().value())
                .containsExactly("a", "b", "c", "d");
        assertThat(failure).hasMessageContaining("/a, ").hasMessageContaining("/d could not be sent");
        byte[] serialized = SerializationUtils
                .serialize(new JobsNotSentException(failure.requests(), new IllegalStateException("x")));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized))) {
            assertThat(((JobsNotSentException) in.readObject()).requests()).as("what was serialized").isEmpty();
        }
    }

    @Test
    void aListenerThatFailsDoesNotStopTheJobs() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
            afterCommit(() -> {
                throw new IllegalStateException("the listener failed");
            });
            bulkActions.submit(request("j-1"));
            bulkActions.submit(request("j-2"));
        })).hasMessage("the listener failed");

        assertThat(progress()).hasValue(2L);
    }

    /** Such as clearing a cache that the jobs read. */
    @Test
    void whatTheApplicationDoesAfterTheCommitBeforeItsLastSubmitComesFirst() {
        transaction.executeWithoutResult(status -> {
            bulkActions.submit(request("j-1"));
            afterCommit(() -> assertThat(progress()).isEmpty());
            bulkActions.submit(request("j-2"));
            afterCommit(() -> assertThat(progress()).hasValue(2L));
        });
    }

    @Test
    void whatListenersSubmitAfterTheCommitDoesNotStopEachOther() {
        transaction.executeWithoutResult(status -> {
            bulkActions.submit(request("j-1"));
            afterCommit(() -> bulkActions.submit(request("j-2")));
            afterCommit(() -> bulkActions.submit(request("j-3")));
        });

        assertThat(progress()).hasValue(3L);
    }

    @Test
    void aTransactionInsideAnotherSendsItsOwn() {
        TransactionTemplate inner = new TransactionTemplate(new Transactions());
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction.executeWithoutResult(status -> {
            bulkActions.submit(request("j-1"));
            inner.executeWithoutResult(other -> bulkActions.submit(request("j-2")));
            assertThat(progress()).hasValue(1L);
            inner.executeWithoutResult(other -> {
                bulkActions.submit(request("j-3"));
                other.setRollbackOnly();
            });
            bulkActions.submit(request("j-4"));
        });

        assertThat(progress()).hasValue(3L);
    }

    /** It was sent although what it belongs to had been rolled back. */
    @Test
    void whatIsRolledBackToASavepointIsNotSent() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        TransactionTemplate outer = new TransactionTemplate(new DataSourceTransactionManager(h2));
        TransactionTemplate nested = new TransactionTemplate(new DataSourceTransactionManager(h2));
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        outer.executeWithoutResult(status -> {
            nested.executeWithoutResult(inside -> {
                bulkActions.submit(request("before-any"));
                inside.setRollbackOnly();
            });
            bulkActions.submit(request("j-1"));
            nested.executeWithoutResult(inside -> {
                bulkActions.submit(request("rolled-back"));
                inside.setRollbackOnly();
            });
            nested.executeWithoutResult(inside -> bulkActions.submit(request("j-2")));
        });

        assertThat(progress()).hasValue(2L);
        assertThat(test.dump()).doesNotContain("#before-any", "#rolled-back");
    }

    /** Looked up when it was submitted, it was the run before, or none. */
    @Test
    void aGroupThatWaitsForOneOfTheSameTransactionWaitsForItsNewRun() {
        transaction.executeWithoutResult(status -> {
            bulkActions.submit(request("j-1"));
            bulkActions.submit(BulkActionRequest.to(test.queue().name().value(), "second").processor("TEST")
                    .after("customer").jobs(List.of(JobRequest.of("j", 1))).build());
        });

        assertThat(test.meta("second").get("after")).endsWith(";customer;ALWAYS;1");
    }

    @Test
    void submitAsyncInATransactionFailsItsAnswer() {
        transaction.executeWithoutResult(status -> assertThat(bulkActions.submitAsync(request("a b")))
                .isCompletedExceptionally());
    }

    @Test
    void nothingIsSentAfterARollback() {
        transaction.executeWithoutResult(status -> {
            bulkActions.submit(request("j-1"));
            status.setRollbackOnly();
        });
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
            bulkActions.submit(request("j-2"));
            throw new IllegalStateException("the order could not be written");
        })).hasMessage("the order could not be written");

        assertThat(progress()).isEmpty();
        assertThat(test.dump()).doesNotContain("#j-1", "#j-2");
    }

    @Test
    void whatCouldNotBeSentAfterTheCommitIsInTheException() {
        PrivateRedis redis = PrivateRedis.start();
        TestQueue gone = TestQueue.on(redis);
        BulkActionService service = service(gone);
        String queue = gone.queue().name().value();
        JobsNotSentException failure = catchThrowableOfType(JobsNotSentException.class,
                () -> transaction.executeWithoutResult(status -> {
                    service.submit(BulkActionRequest.to(queue, "customer").processor("TEST").level(PriorityLevel.HIGH)
                            .jobs(Stream.of(JobRequest.of("mine", 1), JobRequest.of(2).with("a", "b"))).build());
                    redis.close();
                }));

        assertThat(failure).hasCauseInstanceOf(RuntimeException.class)
                .hasMessageStartingWith("The transaction has committed");
        BulkActionRequest again = failure.requests().getFirst();
        assertThat(again.target().level()).isEqualTo(PriorityLevel.HIGH);
        List<JobRequest> jobs = again.jobs().toList();
        assertThat(jobs).extracting(JobRequest::id).first().isEqualTo("mine");
        assertThat(jobs.getLast().id()).isNotNull();
        assertThat(jobs.getLast().metadata()).isEqualTo(Map.of("a", "b"));
    }

    @Test
    void submitNowIgnoresTheTransaction() {
        transaction.executeWithoutResult(status -> {
            assertThat(bulkActions.submitNow(request("j-1")).accepted()).isEqualTo(1);
            assertThat(progress()).hasValue(1L);
            status.setRollbackOnly();
        });

        assertThat(progress()).hasValue(1L);
    }

    @Test
    void whatIsWrongIsRefusedInsideTheTransaction() {
        transaction.executeWithoutResult(status -> assertThatThrownBy(() -> bulkActions.submit(request("a b")))
                .hasMessageContaining("a b"));

        assertThat(progress()).isEmpty();
    }

    static BulkActionService service(TestQueue test) {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
        return new DefaultBulkActionService(
                new RedisJobStore(queues, groups, new TenantService(queues, groups), new Explainer(queues, groups),
                        new io.bulkaction.internal.flow.Accounts(queues, "test")),
                new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256)),
                new SubmitRules((queue, type) -> {}, callback -> {}, window -> {}),
                SubmitObserver.NONE);
    }

    private static void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    private BulkActionRequest request(String... ids) {
        return request(test, "customer", ids);
    }

    private static BulkActionRequest request(TestQueue test, String group, String... ids) {
        return BulkActionRequest.to(test.queue().name().value(), group)
                .processor("TEST")
                .jobs(Stream.of(ids).map(id -> JobRequest.of(id, Map.of("n", 1))))
                .build();
    }

    private Optional<Long> progress() {
        return bulkActions.progress(test.queue().name().value(), "customer").map(progress -> progress.totalJobs());
    }

    /** Spring's own handling of transactions and their callbacks, with no resource behind it. */
    private static final class Transactions extends AbstractPlatformTransactionManager {
        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
