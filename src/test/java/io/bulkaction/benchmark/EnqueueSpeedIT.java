package io.bulkaction.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.queue.redis.embedded.EmbeddedRedis;
import io.bulkaction.settings.EmbeddedRedisSettings;
import io.bulkaction.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.RedisClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submitting through the Java API against the least that could be done: two plain commands a job, pipelined. */
class EnqueueSpeedIT {

    private static final int JOBS = 100_000;
    private static final String PAYLOAD = "{\"to\":\"" + "x".repeat(89) + "\"}";

    @TempDir
    Path directory;

    @Test
    void submittingIsAtLeastAThirdAsFastAsABarePipeline() throws Exception {
        EmbeddedRedisSettings settings =
                new EmbeddedRedisSettings(true, directory, AppendFsync.EVERYSEC, null, Duration.ofMinutes(1));
        try (EmbeddedRedis server = EmbeddedRedis.start(settings);
                RedisClient client = Yardstick.client(server);
                Yardstick yardstick = new Yardstick(client);
                Subject subject = new Subject(server, Map.of("bulk", Map.of("worker-pool.worker-count", "1")))) {
            subject.work("bulk", job -> {});
            double best = 0;
            for (int round = 0; round < 3; round++) { // the first warms up
                double plain = yardstick.enqueue(JOBS, PAYLOAD);
                best = Math.max(best, submitted(subject, "round-" + round) / plain);
            }
            System.out.printf("submitting reaches %.2f of a bare pipeline%n", best);
            assertThat(best).isGreaterThanOrEqualTo(1 / 3.0);
        }
    }

    /** Jobs a second, into a queue that stands still. */
    private static double submitted(Subject subject, String group) {
        subject.pause("bulk");
        long start = System.nanoTime();
        subject.submit("bulk", group, JOBS, PAYLOAD);
        return JOBS * 1e9 / (System.nanoTime() - start);
    }
}
