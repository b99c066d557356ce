package io.bulkaction.scenario;

import static io.bulkaction.testing.PaidStarts.assertPaid;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.operate.DeadLetter;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One queue over the three nodes of a cluster: what holds for a queue on one node holds for it as a whole. */
class PartitionedQueueIT {

    private static final int PARTITIONS = 6;
    private static final int NODES = 3;
    private static final Actor ANNA = new Actor("anna", "");

    private static RedisCluster cluster;
    private static RedisAccess redis;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
        redis = cluster.connect(Duration.ofMinutes(1));
    }

    @AfterAll
    static void stop() {
        redis.close();
        cluster.close();
    }

    @Test
    void everyNodeHasTwoPartitionsAndEveryPartitionItsPartOfTheGroups() {
        TestQueue test = queue();
        submit(test, 600, 1);

        Map<Integer, Long> perNode = test.queue().partitions().stream()
                .collect(groupingBy(partition -> slot(partition) * NODES / 16_384, counting()));
        assertThat(perNode).hasSize(NODES).allSatisfy((node, partitions) -> assertThat(partitions).isEqualTo(2));
        assertThat(test.queue().partitions()).allSatisfy(
                partition -> assertThat(QueueControl.survey(partition).activeGroups()).isBetween(60L, 140L));
        assertThat(QueueControl.of(test.queue()).survey().waiting()).isEqualTo(600);
    }

    /** After many rounds: within one, a quick queue of any number of partitions gives whole turns of several jobs. */
    @Test
    void allGroupsGetTheSameWhereverTheyAre() {
        int groups = 600;
        int jobs = 60;
        TestQueue test = queue(
                "backpressure.global-rps", "1000000", "fair-queue.alpha", "0", "fair-queue.round-time", "100ms");
        submit(test, groups, jobs);
        ConcurrentLinkedQueue<String> started = new ConcurrentLinkedQueue<>();
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            started.add(job.groupId().value());
            return JobResult.success();
        })) {
            await().until(() -> QueueControl.of(test.queue()).survey().lifetime().completed() == groups * jobs);
        }

        Map<String, Long> shares = started.stream().limit(groups * jobs / 2).collect(groupingBy(id -> id, counting()));
        double sum = shares.values().stream().mapToLong(n -> n).sum();
        double squares = shares.values().stream().mapToDouble(n -> (double) n * n).sum();
        assertThat(sum * sum / (groups * squares)).as("Jain's index of %s", shares).isGreaterThanOrEqualTo(0.99);
        assertThat(started).hasSize(groups * jobs);
        Accounting.prove(test);
        healthy(test);
    }

    @Test
    void allPartitionsTogetherStartNoMoreThanTheTokensOfAWindow() {
        int rps = 200;
        TestQueue test = queue("backpressure.global-rps", "" + rps, "worker-pool.worker-count", "40");
        submit(test, 60, 15);
        List<Long> starts = new CopyOnWriteArrayList<>();
        TestEngine.Work work = job -> {
            starts.add(System.currentTimeMillis());
            return JobResult.success();
        };
        try (TestEngine _ = TestEngine.start(test.queue(), work);
                TestEngine _ = TestEngine.start(test.inAnotherProcess().queue(), work)) {
            await().until(() -> starts.size() == 900);
        }

        assertPaid(starts.stream().collect(groupingBy(at -> at / 1_000, counting())), rps);
    }

    @Test
    void aFailureInOnePartitionPausesTheWholeQueueAndResumeLetsAllOfItContinue() {
        TestQueue test = queue("on-final-failure", "pause", "retry.max-retries", "0");
        Set<String> ran = new HashSet<>();
        List<String> bad = List.of("group-7");
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            synchronized (ran) {
                ran.add(job.id().value());
            }
            return bad.contains(job.groupId().value()) ? JobResult.permanent("E", "no") : JobResult.success();
        })) {
            test.enqueue("group-7", "bad");
            await().until(() -> test.queue().partitions().stream()
                    .allMatch(partition -> QueueControl.survey(partition).isPaused()));
            assertThat(QueueControl.of(test.queue()).survey().pause().orElseThrow().failedJob())
                    .contains(new JobName(new GroupId("group-7"), new JobId("bad")));
            IntStream.range(0, 60).filter(i -> i != 7).forEach(i -> test.enqueue("group-" + i, "after-" + i));

            assertThat(QueueControl.of(test.queue()).resume().changed()).isTrue();

            await().until(() -> QueueControl.of(test.queue()).survey().lifetime().completed() == 59);
            assertThat(QueueControl.of(test.queue()).survey().isPaused()).isFalse();
        }
        Accounting.prove(test);
    }

    @Test
    void aPersonPausesAndResumesAllPartitions() {
        Office office = Office.of(queue());

        assertThat(office.operations().pause(office.name(), "look", ANNA).changed()).isTrue();
        assertThat(office.test().queue().partitions())
                .allMatch(partition -> QueueControl.survey(partition).isPaused());
        assertThat(office.operations().pause(office.name(), "again", ANNA).changed()).isFalse();
        assertThat(office.operations().resume(office.name(), ANNA).changed()).isTrue();
        assertThat(office.test().queue().partitions())
                .noneMatch(partition -> QueueControl.survey(partition).isPaused());
    }

    @Test
    void listsAreMergedWhereverAPageBegins() {
        TestQueue test = queue("retry.max-retries", "0");
        submit(test, 120, 1);
        try (TestEngine _ = TestEngine.start(test.queue(), job -> JobResult.permanent("E", "no"))) {
            await().until(() -> QueueControl.of(test.queue()).survey().deadLetters() == 120);
        }
        DeadLetters deadLetters = DeadLetters.of(test.queue());

        List<DeadLetter> all = deadLetters.page(DeadLetters.Filter.ALL, 0, 120).items();
        assertThat(all).hasSize(120).isSortedAccordingTo(Comparator.comparing(DeadLetter::failedAt).reversed());
        assertThat(pages(120, 25, from -> deadLetters.page(new DeadLetters.Filter(null, "E", null), from, 25).items()
                .stream().map(letter -> letter.groupId().value()).toList())).hasSize(120);
        assertThat(deadLetters.page(new DeadLetters.Filter(null, "E", "TEST"), 100, 50).items()).hasSize(20);
        assertThat(deadLetters.page(DeadLetters.Filter.ALL, 0, 10).total()).isEqualTo(120);
        Groups groups = Groups.of(test.queue());
        assertThat(pages(120, 7, from -> groups.inStatus(GroupStatus.FAILED, from, 7).stream()
                .map(GroupId::value).toList())).hasSize(120);
        assertThat(groups.perStatus()).containsEntry(GroupStatus.FAILED, 120L);

        Office office = Office.of(test);
        assertThat(office.operations().retryAll(office.name(), DeadLetters.Filter.ALL, ANNA)).isEqualTo(120);
        assertThat(office.operations().status(office.name()).waiting()).isEqualTo(120);
        assertThat(office.tasks().of(office.name()).getFirst().done()).isEqualTo(120);
        healthy(test);
    }

    /** Everything that pages have, each of it once. */
    private static Set<String> pages(int all, int size, IntFunction<List<String>> page) {
        List<String> found = new ArrayList<>();
        for (int from = 0; from < all; from += size) {
            found.addAll(page.apply(from));
        }
        assertThat(found).doesNotHaveDuplicates();
        return Set.copyOf(found);
    }

    private static void healthy(TestQueue test) {
        Office office = Office.of(test);
        assertThat(new Doctor(office.queues(), office.audit(), office.tasks()).examine(office.name(), ANNA).findings())
                .isEmpty();
    }

    private static void submit(TestQueue test, int groups, int jobs) {
        for (int group = 0; group < groups; group++) {
            String prefix = "g" + group + "-";
            test.enqueue("group-" + group,
                    IntStream.range(0, jobs).mapToObj(job -> prefix + job).toArray(String[]::new));
        }
    }

    private static int slot(Partition partition) {
        return SlotHash.getSlot(partition.redis().keys().prefix());
    }

    private static TestQueue queue(String... properties) {
        List<String> all = new ArrayList<>(List.of("partitions", "" + PARTITIONS));
        all.addAll(List.of(properties));
        return TestQueue.liveOn(redis, all.toArray(String[]::new));
    }
}
