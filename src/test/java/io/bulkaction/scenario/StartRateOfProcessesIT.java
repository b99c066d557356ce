package io.bulkaction.scenario;

import static io.bulkaction.testing.PaidStarts.assertPaid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rate limit over two processes that are killed, frozen, stopped and started again: starts, as the jobs write them down
 * themselves, in windows of the clock of Redis.
 */
class StartRateOfProcessesIT {

    private static final int RPS = 30;
    private static final int LIMITED_RPS = 4;
    private static final List<String> GROUPS =
            List.of("plain", "slow", "flaky", "limited", "acme/slow", "acme/flaky");

    @TempDir
    Path dir;

    /** One line of the history. */
    private record Start(String job, int attempt, String group, long at, long process) {}

    @Test
    void noWindowHasMoreStartsThanTokensHoweverProcessesEnd() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(redis);
            Verbs verbs = new Verbs(test);
            submit(test, "plain", 250, "20", GroupLimits.KEEP);
            submit(test, "slow", 40, "8000", GroupLimits.KEEP);
            submit(test, "flaky", 60, "\"flaky\"", GroupLimits.KEEP);
            submit(test, "limited", 60, "20", new GroupLimits((double) LIMITED_RPS, null));
            submit(test, "acme/slow", 30, "1500", GroupLimits.KEEP);
            submit(test, "acme/flaky", 30, "\"flaky\"", GroupLimits.KEEP);
            Tenants.of(test.queue()).limit(new TenantId("acme"), new GroupLimits((double) LIMITED_RPS, null));
            try (Instances instances = new Instances(dir, redis.port(), settings(test))) {
                Process killed = instances.start();
                await().until(() -> starts(instances).size() > RPS && runs(instances, killed, "slow") > 3);
                Process other = instances.start();
                Instances.kill(killed);
                Process frozen = instances.start();
                awaitStarts(instances, 3 * RPS);
                verbs.pause("test");
                verbs.resume();
                awaitStarts(instances, 2 * RPS);
                Instances.signal(frozen, "STOP");
                awaitStarts(instances, 3 * RPS); // longer than a window: what it has claimed must not start when it thaws
                Instances.signal(frozen, "CONT");
                Instances.signal(other, "TERM");
                other.waitFor();
                instances.start();
                await().untilAsserted(() -> assertThat(GROUPS)
                        .as(instances::logs)
                        .allMatch(group -> isDone(test, group)));

                List<Start> starts = starts(instances);
                assertThat(starts).as("retries")
                        .anyMatch(start -> start.group().equals("flaky") && start.attempt() > 1);
                assertThat(starts).as("recovered after the kill")
                        .anyMatch(start -> start.group().equals("slow") && start.attempt() > 1);
                assertPaid(byWindow(starts, any -> true), RPS);
                assertPaid(byWindow(starts, "limited"::equals), LIMITED_RPS);
                assertPaid(byWindow(starts, group -> group.startsWith("acme/")), LIMITED_RPS);
            }
            Accounting.prove(test);
        }
    }

    private static Map<String, String> settings(TestQueue test) {
        Map<String, String> ofQueue = Map.of(
                "backpressure.global-rps", "" + RPS,
                "worker-pool.worker-count", "40",
                "worker-pool.job-timeout", "10m",
                "retry.backoff", "50ms",
                "reliability.lease", "2s",
                "reliability.heartbeat", "500ms",
                "reliability.recover-interval", "300ms",
                "reliability.max-recoveries", "20");
        Map<String, String> settings = new HashMap<>(Map.of("bulk-action.key-prefix", "test"));
        ofQueue.forEach((name, value) -> settings.put("bulk-action.queues." + test.queue().name() + "." + name, value));
        return settings;
    }

    private static void submit(TestQueue test, String group, int jobs, String payload, GroupLimits limits) {
        List<EnqueueBatch.Entry> entries = IntStream.range(0, jobs)
                .mapToObj(i -> new EnqueueBatch.Entry(new JobId(group.replace('/', '-') + "-" + i), payload))
                .toList();
        test.enqueue(
                EnqueueBatch.of(new GroupId(group), "CHAOS", entries).with(limits));
    }

    private static void awaitStarts(Instances instances, int more) throws IOException {
        int before = starts(instances).size();
        await().until(() -> starts(instances).size() >= before + more);
    }

    private static long runs(Instances instances, Process process, String group) throws IOException {
        List<String> history = instances.history();
        return starts(instances).stream()
                .filter(start -> start.process() == process.pid() && start.group().equals(group))
                .filter(start -> !history.contains("end " + start.job() + " " + start.attempt()))
                .count();
    }

    private static boolean isDone(TestQueue test, String group) {
        Map<String, String> meta = test.meta(group);
        return meta.get("totalJobs").equals(meta.get("doneJobs"));
    }

    private static List<Start> starts(Instances instances) throws IOException {
        return instances.history().stream()
                .map(line -> line.split(" "))
                .filter(words -> words[0].equals("start"))
                .map(words -> new Start(words[1], Integer.parseInt(words[2]), words[3], Long.parseLong(words[4]),
                        Long.parseLong(words[5])))
                .toList();
    }

    private static Map<Long, Long> byWindow(List<Start> starts, Predicate<String> ofGroup) {
        return starts.stream()
                .filter(start -> ofGroup.test(start.group()))
                .collect(Collectors.groupingBy(start -> start.at() / 1_000, Collectors.counting()));
    }
}
