package io.bulkaction.internal.engine;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two versions of a service work on one queue, and only one of them knows the new processor. */
class RollingDeploymentIT {

    private static final List<String> OLD = List.of("OLD");
    private static final List<String> NEW = List.of("OLD", "NEW");

    private final Map<String, String> ranOn = new ConcurrentHashMap<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noneOfThreeHundredJobsDies(int partitions) {
        TestQueue test = TestQueue.live("partitions", Integer.toString(partitions));
        TestQueue other = test.inAnotherProcess();
        try (TestEngine _ = start(test, "old", OLD); TestEngine _ = start(other, "new", NEW)) {
            for (int group = 0; group < 30; group++) {
                enqueue(test, "g-" + group, group % 2 == 0 ? "NEW" : "OLD", 10);
            }
            await().untilAsserted(() -> assertThat(completed(test)).isEqualTo(300));
        }
        assertThat(QueueControl.of(test.queue()).survey().deadLetters()).isZero();
        assertThat(ranOn).hasSize(300);
        assertThat(IntStream.range(0, 30).filter(group -> group % 2 == 0)
                .mapToObj(group -> ranOn.get("g-" + group + "#g-" + group + "-0"))).containsOnly("new");
        test.queue().partitions().forEach(partition -> assertThat(partition.inFlight().size()).isZero());
        if (partitions == 1) {
            Accounting.prove(test);
        }
    }

    @Test
    void jobsOfTheNewVersionWaitUntilItIsThere() {
        TestQueue test = TestQueue.live();
        TestQueue other = test.inAnotherProcess();
        try (TestEngine _ = start(test, "old", OLD)) {
            enqueue(test, "new", "NEW", 50);
            enqueue(test, "old", "OLD", 50);
            await().untilAsserted(() -> assertThat(completed(test)).isEqualTo(50));
            await().untilAsserted(() -> assertThat(QueueControl.of(test.queue()).survey().unknownTypes().keySet())
                    .containsExactly("NEW"));
            try (TestEngine _ = start(other, "new", NEW)) {
                await().untilAsserted(() -> assertThat(completed(test)).isEqualTo(100));
            }
        }
        assertThat(QueueControl.of(test.queue()).survey().deadLetters()).isZero();
        assertThat(ranOn.entrySet().stream().filter(ran -> ran.getKey().startsWith("new#"))
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue)).values()).containsOnly("new").hasSize(50);
    }

    @Test
    void whatNobodyKnowsFailsOnceItsTimeIsOver() {
        TestQueue test = TestQueue.live("reliability.unknown-processor-after", "200ms");
        try (TestEngine _ = start(test, "old", OLD)) {
            enqueue(test, "new", "NEW", 3);
            await().untilAsserted(
                    () -> assertThat(QueueControl.of(test.queue()).survey().deadLetters()).isEqualTo(3));
        }
        assertThat(test.job("new-0")).containsEntry("errorCode", "NO_PROCESSOR").containsEntry("attempts", "1");
    }

    private TestEngine start(TestQueue test, String instance, List<String> types) {
        return TestEngine.knowing(test.queue(), instance, types, job -> {
            ranOn.put(job.groupId() + "#" + job.id(), instance);
            return JobResult.success();
        });
    }

    private static long completed(TestQueue test) {
        return QueueControl.of(test.queue()).survey().lifetime().completed();
    }

    private static void enqueue(TestQueue test, String group, String type, int jobs) {
        test.enqueue(EnqueueBatch.of(new GroupId(group), type, IntStream.range(0, jobs)
                .mapToObj(i -> new EnqueueBatch.Entry(new JobId(group + "-" + i), "{}")).toList()));
    }
}
