package io.bulkaction.internal.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupCancellingException;
import io.bulkaction.InvalidIdException;
import io.bulkaction.JobRequest;
import io.bulkaction.QueueName;
import io.bulkaction.RedisFullException;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.UnknownProcessorException;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.FlakyProxy;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

class SubmitAllIT {

    private final TestQueue test = TestQueue.with();

    @Test
    void everyGroupIsAcceptedAndTheAnswersAreInOrder() {
        List<BulkActionRequest> requests = IntStream.range(0, 300)
                .mapToObj(i -> request(test, "g-" + i, i == 7 ? 600 : 1)).toList();

        List<SubmitOutcome> outcomes = service(test).submitAll(requests);

        assertThat(outcomes).allMatch(SubmitOutcome::isAccepted);
        assertThat(outcomes).extracting(outcome -> outcome.submission().groupId().value())
                .containsExactlyElementsOf(IntStream.range(0, 300).mapToObj(i -> "g-" + i).toList());
        assertThat(outcomes.get(7).submission().accepted()).isEqualTo(600);
        assertThat(test.meta("g-7")).containsEntry("sealed", "1").containsEntry("totalJobs", "600");
        assertThat(test.meta("g-299")).containsEntry("sealed", "1").containsEntry("totalJobs", "1");
        Accounting.prove(test);
    }

    @Test
    void aGroupThatIsBeingCancelledIsRefusedAndTheOthersAreAccepted() {
        test.enqueue("b", "running");
        test.fetch(1);
        test.claim(1);
        new Verbs(test).cancel("b", 10, List.of());

        List<SubmitOutcome> outcomes =
                service(test).submitAll(List.of(request(test, "a", 1), request(test, "b", 1), request(test, "c", 1)));

        assertThat(outcomes).extracting(SubmitOutcome::isAccepted).containsExactly(true, false, true);
        assertThat(outcomes.get(1).refusal()).isInstanceOf(GroupCancellingException.class);
        assertThat(outcomes.get(1).submission().accepted()).isZero();
        assertThat(test.meta("c")).containsEntry("totalJobs", "1");
    }

    @Test
    void oneBadJobStopsAllBeforeAnythingIsWritten() {
        BulkActionRequest bad = BulkActionRequest.to(test.redis().name().value(), "bad")
                .processor("TEST").jobs(Stream.of(JobRequest.of("a b", 1))).build();
        BulkActionRequest unknown = BulkActionRequest.to(test.redis().name().value(), "bad")
                .processor("NOBODY").jobs(Stream.of(JobRequest.of("a", 1))).build();

        assertThatThrownBy(() -> service(test).submitAll(List.of(request(test, "a", 1), bad)))
                .isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> service(test).submitAll(List.of(request(test, "a", 1), unknown)))
                .isInstanceOf(UnknownProcessorException.class);
        assertThat(test.contents()).isEmpty();
    }

    @Test
    void requestsOfOneGroupAreSentOneAfterTheOther() {
        List<BulkActionRequest> requests = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            requests.add(BulkActionRequest.to(test.redis().name().value(), "a").processor("TEST")
                    .jobs(List.of(JobRequest.of("j-" + i, 1))).sealed(i == 19).build());
        }

        List<SubmitOutcome> outcomes = service(test).submitAll(requests);

        assertThat(outcomes).extracting(outcome -> outcome.submission().totalJobs())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).mapToObj(Long::valueOf).toList());
        assertThat(test.meta("a")).containsEntry("sealed", "1");
    }

    @Test
    void aFullRedisRefusesTheRestAndTheAnswerSaysWhichGroups() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue full = TestQueue.on(redis);
            service(full).submitAll(List.of(request(full, "before", 1)));
            redis.configure("maxmemory", "1");

            List<SubmitOutcome> outcomes = service(full).submitAll(
                    IntStream.range(0, 250).mapToObj(i -> request(full, "g-" + i, 1)).toList());

            assertThat(outcomes).hasSize(250).noneMatch(SubmitOutcome::isAccepted)
                    .allSatisfy(outcome -> assertThat(outcome.refusal()).isInstanceOf(RedisFullException.class));
            assertThat(full.meta("g-0")).isEmpty();
        }
    }

    /** Without waiting for answers, which do not come at first; what is accepted is there, and nothing is there twice. */
    @Test
    void manyGroupsAreUnderWayAtATime() {
        try (PrivateRedis redis = PrivateRedis.start();
                FlakyProxy proxy = new FlakyProxy(redis.port());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try (RedisAccess slow = TestRedis.connect("127.0.0.1", proxy.port(), Duration.ofMinutes(1))) {
                TestQueue far = TestQueue.on(slow);
                service(far).submitAll(List.of(request(far, "first", 1)));
                proxy.loseReplies();
                CompletableFuture<List<SubmitOutcome>> answer = CompletableFuture.supplyAsync(() -> service(far)
                        .submitAll(IntStream.range(0, 250).mapToObj(i -> request(far, "g-" + i, 1)).toList()), threads);

                await().until(() -> redis.callsOf("evalsha") >= 101);
                assertThat(answer).isNotDone();
                proxy.cut();

                assertThat(answer.join()).hasSize(250).allSatisfy(outcome -> {
                    if (outcome.isAccepted()) {
                        assertThat(far.meta(outcome.submission().groupId().value())).containsEntry("totalJobs", "1");
                    }
                });
                await("a new connection").untilAsserted(() -> assertThat(service(far).submitAll(
                        IntStream.range(0, 250).mapToObj(i -> request(far, "g-" + i, 1)).toList()))
                        .allMatch(SubmitOutcome::isAccepted)
                        .allMatch(outcome -> outcome.submission().totalJobs() == 1));
            }
        }
    }

    private static BulkActionService service(TestQueue test) {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
        return new DefaultBulkActionService(
                new RedisJobStore(queues, groups, new TenantService(queues, groups), new Explainer(queues, groups),
                        new io.bulkaction.internal.flow.Accounts(queues, "test")),
                new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256)),
                new SubmitRules(SubmitAllIT::onlyTest, callback -> {}, window -> {}),
                SubmitObserver.NONE);
    }

    private static BulkActionRequest request(TestQueue test, String group, int jobs) {
        return BulkActionRequest.to(test.redis().name().value(), group)
                .processor("TEST")
                .jobs(IntStream.range(0, jobs).mapToObj(i -> JobRequest.of(String.valueOf(i), i)))
                .build();
    }

    private static void onlyTest(QueueName queue, String type) {
        if (!type.equals("TEST")) {
            throw new UnknownProcessorException(type, List.of("TEST"), null);
        }
    }
}
