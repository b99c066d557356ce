package io.bulkaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class StartReportIT {

    @Test
    void namesRedisQueuesAndDashboard(CapturedOutput output) {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.queues.nas-sync.worker-pool.worker-count=1",
                "--bulk-action.queues.nas-sync.worker-pool.ordered=true",
                "--bulk-action.queues.nas-sync.on-final-failure=pause")) {
            assertThat(output)
                    .containsPattern("bulk-action \\S+ is ready")
                    .contains("Redis      " + TestRedis.host() + ":" + TestRedis.port() + ", version 7.")
                    .contains(
                            "Queue      default: 10 workers, at most 10,000 jobs/s, 3 retries, on final failure continue")
                    .contains(
                            "Queue      nas-sync: 1 workers, at most 10,000 jobs/s, 3 retries, ordered, on final failure pause")
                    .contains("Dashboard  http://localhost:"
                            + context.getEnvironment().getProperty("local.server.port") + "/");
        }
    }
}
