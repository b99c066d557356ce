package io.bulkaction.benchmark;

import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import io.bulkaction.JobResult;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a job costs the nodes of a cluster and the instance, with one partition and with six; and whether six cost all nodes
 * the same. Two cores cannot show more throughput, but what they cost says what more machines give (docs/scale.md).
 */
final class PartitionCosts {

    private static final int GROUPS = 600;

    private PartitionCosts() {}

    /** @param perNode CPU seconds of each node */
    private record Use(List<Double> perNode, double instance) {

        double redis() {
            return perNode.stream().mapToDouble(seconds -> seconds).sum();
        }

        Use since(Use before) {
            return new Use(
                    IntStream.range(0, perNode.size()).mapToObj(i -> perNode.get(i) - before.perNode.get(i)).toList(),
                    instance - before.instance);
        }
    }

    static void measure(Report report, int jobs) {
        try (RedisCluster cluster = RedisCluster.start(); RedisAccess redis = cluster.connect(Duration.ofMinutes(1))) {
            drain(cluster, redis, 1, jobs / 4); // the compiler has not seen it yet
            drain(cluster, redis, 6, jobs / 4);
            Use one = drain(cluster, redis, 1, jobs);
            Use six = drain(cluster, redis, 6, jobs);
            report.value("P Redis CPU per job, one partition", one.redis() * 1e6 / jobs, "µs");
            report.value("P Redis CPU per job, six partitions", six.redis() * 1e6 / jobs, "µs");
            report.value("P the same, six against one", six.redis() / one.redis(), "×", Goal.atMost(1.2));
            report.value("P instance CPU per job, one partition", one.instance() * 1e6 / jobs, "µs");
            report.value("P instance CPU per job, six partitions", six.instance() * 1e6 / jobs, "µs");
            double mean = six.redis() / six.perNode().size();
            double furthest = six.perNode().stream().mapToDouble(node -> Math.abs(node / mean - 1)).max().orElse(0);
            report.value("P the node furthest from the mean of all", 100 * furthest, "%", Goal.atMost(15));
        }
    }

    /** Submitted, then drained with ten workers. */
    private static Use drain(RedisCluster cluster, RedisAccess redis, int partitions, int jobs) {
        TestQueue test =
                TestQueue.liveOn(redis, "partitions", "" + partitions, "backpressure.global-rps", "1000000");
        Use before = now(cluster);
        int each = jobs / GROUPS;
        for (int group = 0; group < GROUPS; group++) {
            String name = "g" + group + "-";
            test.enqueue("group-" + group, IntStream.range(0, each).mapToObj(i -> name + i).toArray(String[]::new));
        }
        try (TestEngine _ = TestEngine.start(test.queue(), job -> JobResult.success())) {
            await().atMost(Duration.ofMinutes(10)).until(
                    () -> QueueControl.of(test.queue()).survey().lifetime().completed() == (long) GROUPS * each);
        }
        return now(cluster).since(before);
    }

    private static Use now(RedisCluster cluster) {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Use(
                Stream.of(cluster.nodes().split(",")).map(PartitionCosts::cpuOf).toList(),
                process.getProcessCpuTime() / 1e9);
    }

    private static double cpuOf(String node) {
        try (RedisClient client = RedisClient.create("redis://" + node);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return RedisUse.now(connection.sync()).cpuSeconds();
        }
    }
}
