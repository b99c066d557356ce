package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.bulkaction.testing.TestWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances that are killed around the ends of a chain; {@code -Dchaos.follower-kills=50} for many of them. */
class FollowerKillIT {

    private static final int KILLS = Integer.getInteger("chaos.follower-kills", 3);
    private static final int LINKS_PER_KILL = 4;

    @TempDir
    private Path dir;

    private final TestQueue one = TestQueue.live("backpressure.global-rps", "100000");
    private final TestQueue two = TestQueue.live("backpressure.global-rps", "100000");
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void everyLinkOfAChainStartsOnceAndInOrderHoweverOftenAnInstanceIsKilled() throws Exception {
        Afters afters = new Afters(new Queues(
                Map.of(one.queue().name(), one.queue(), two.queue().name(), two.queue())));
        int links = KILLS * LINKS_PER_KILL;
        for (int link = 0; link < links; link++) {
            TestQueue queue = queue(link);
            GroupId group = new GroupId("link-" + link);
            EnqueueBatch batch = TestQueue.batch(group.value(), null, true, List.of("job-" + link));
            queue.enqueue(link == 0 ? batch : batch.with(EnqueueBatch.Given.NOTHING.after(afters.resolve(
                    queue.queue().name(), group, List.of(new After(
                            queue(link - 1).queue().name(), new GroupId("link-" + (link - 1)),
                            After.When.SUCCEEDED))))));
        }
        Random random = new Random();
        List<String> ran = new ArrayList<>();
        start();
        for (int kill = 1; kill <= KILLS; kill++) {
            int enough = kill * LINKS_PER_KILL - random.nextInt(LINKS_PER_KILL);
            await().pollInterval(Duration.ofMillis(5)).until(() -> run(ran) >= enough);
            long after = System.nanoTime() + random.nextLong(TimeUnit.MILLISECONDS.toNanos(1_200));
            await().pollInterval(Duration.ofMillis(1)).until(() -> System.nanoTime() > after);
            started.removeLast().destroyForcibly().waitFor(2, TimeUnit.MINUTES);
            start();
        }
        await().pollInterval(Duration.ofMillis(5)).until(() -> run(ran) == links);

        System.out.println(links + " links, " + KILLS + " kills");
        for (int link = 0; link < links; link++) {
            assertThat(ran.get(link)).isEqualTo("job-" + link);
            assertThat(queue(link).meta("link-" + link))
                    .containsEntry("status", "COMPLETED").containsEntry("run", "1").containsEntry("endings", "1");
        }
        Accounting.prove(one);
        Accounting.prove(two);
    }

    private TestQueue queue(int link) {
        return link % 3 == 2 ? two : one;
    }

    private int run(List<String> ran) {
        for (TestQueue queue : List.of(one, two)) {
            TestWorker worker = new TestWorker(queue.queue());
            List<ClaimedJob> jobs = worker.claim(100);
            jobs.forEach(job -> ran.add(job.id().value()));
            worker.complete(jobs);
        }
        return ran.size();
    }

    private void start() throws IOException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"),
                FollowerInstance.class.getName(),
                Integer.toString(TestRedis.port()), one.queue().name().value(), two.queue().name().value())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("follower-" + System.nanoTime() + ".log").toFile())
                .start();
        started.add(process);
    }
}
