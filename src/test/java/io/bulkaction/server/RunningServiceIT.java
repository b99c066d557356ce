package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class RunningServiceIT {

    @Test
    void reportsWhatRunsAndShowsEveryMetricTheDashboardAsksFor(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext service = SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.processors.simulate.enabled=true",
                "--bulk-action.queues.nas-sync.worker-pool.worker-count=1",
                "--bulk-action.queues.nas-sync.worker-pool.ordered=true",
                "--bulk-action.queues.nas-sync.on-final-failure=pause")) {
            String url = "http://localhost:" + service.getEnvironment().getProperty("local.server.port") + "/";
            assertReport(output, url);
            runOneJob(service.getBean(BulkActionService.class));
            Set<String> asked = MonitoringTest.queries()
                    .flatMap(query -> PromQl.metricsIn(query.expression()).keySet().stream())
                    .filter(name -> !name.equals("up"))
                    .collect(Collectors.toCollection(TreeSet::new));
            await()
                    .untilAsserted(() -> assertThat(metrics(url + "actuator/prometheus")).containsAll(asked));
        }
    }

    private static void assertReport(CapturedOutput output, String url) {
        assertThat(output)
                .containsPattern("bulk-action \\S+ is ready")
                .contains("Redis      " + TestRedis.host() + ":" + TestRedis.port() + ", Redis 7.")
                .contains("Queue      default: 10 workers, at most 10,000 jobs/s, 3 retries, on final failure continue")
                .contains("Queue      nas-sync: 1 worker, at most 10,000 jobs/s, 3 retries, ordered,"
                        + " on final failure pause")
                .contains("Dashboard  " + url);
    }

    private static void runOneJob(BulkActionService bulkActions) {
        bulkActions.submit(BulkActionRequest.to("default", "customer-a")
                .processor("SIMULATE")
                .jobs(Stream.of(JobRequest.of("job-1", Map.of("durationMs", 1))))
                .build());
    }

    private static Set<String> metrics(String url) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            String text = http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString()).body();
            return text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("[{ ]")[0])
                    .collect(Collectors.toSet());
        }
    }
}
