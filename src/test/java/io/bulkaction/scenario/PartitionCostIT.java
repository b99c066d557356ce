package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a job costs Redis in a queue of several partitions, compared with a queue of one. */
class PartitionCostIT {

    private static final int GROUPS = 120;
    private static final int JOBS = Integer.getInteger("chaos.drained-jobs", 24_000) / GROUPS;

    /** It was 3.5 times as much when rounds took a little from each partition. How large batches are varies with the machine. */
    @Test
    void roundsOverSixPartitionsTakeBatchesThatAreWorthACall() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            double one = commandsPerJob(redis, 1);
            double six = commandsPerJob(redis, 6);
            System.out.printf("commands per job: %.2f with one partition, %.2f with six%n", one, six);
            assertThat(six).as("commands per job, with one partition %s", one).isLessThan(2.5 * one);
        }
    }

    private static double commandsPerJob(PrivateRedis redis, int partitions) {
        TestQueue test = TestQueue.liveOn(
                redis, "partitions", "" + partitions, "backpressure.global-rps", "1000000", "worker-pool.worker-count",
                "200");
        for (int group = 0; group < GROUPS; group++) {
            String prefix = "g" + group + "-";
            test.enqueue("group-" + group,
                    IntStream.range(0, JOBS).mapToObj(job -> prefix + job).toArray(String[]::new));
        }
        AtomicInteger done = new AtomicInteger();
        long commands = redis.costOf(() -> {
            try (TestEngine _ = TestEngine.start(test.queue(), job -> {
                done.incrementAndGet();
                return JobResult.success();
            })) {
                await().until(() -> done.get() == GROUPS * JOBS);
            }
        }).commands();
        Accounting.prove(test);
        return (double) commands / done.get();
    }
}
