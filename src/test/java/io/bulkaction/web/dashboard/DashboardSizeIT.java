package io.bulkaction.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionApplication;
import io.bulkaction.job.JobId;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.Enqueued;
import io.bulkaction.queue.InFlight;
import io.bulkaction.queue.JobError;
import io.bulkaction.queue.Queue;
import io.bulkaction.queue.Queues;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Every call the pages make is quick with very many groups and jobs, and holds up Redis for nobody else. With
 * {@code -Dheavy=true} there are 100,000 groups and 1,000,000 jobs.
 */
@DirtiesContext
@SpringBootTest(classes = BulkActionApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
    "bulk-action.engine.enabled=false",
    "bulk-action.queues.default.backpressure.global-rps=1000000",
    "bulk-action.security.users.ann.password=correct horse",
    "bulk-action.security.users.ann.roles=ADMIN",
})
class DashboardSizeIT {

    private static final int GROUPS = Boolean.getBoolean("heavy") ? 100_000 : 20_000;
    private static final int JOBS_PER_GROUP = 10;
    private static final int DEAD = 2_000;
    private static final int CALLS = 15;
    private static final Duration QUICK = Duration.ofMillis(150);
    private static final PrivateRedis REDIS = PrivateRedis.start();

    private final HttpClient http = HttpClient.newHttpClient();

    @Autowired
    Queues queues;

    @LocalServerPort
    int port;

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry registry) {
        registry.add("spring.data.redis.host", () -> REDIS.connectionFactory().getHostName());
        registry.add("spring.data.redis.port", () -> REDIS.connectionFactory().getPort());
    }

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void everyPageIsQuickWithVeryManyGroupsAndJobs() throws Exception {
        Queue queue = queues.get(new QueueName("default"));
        long start = System.nanoTime();
        fill(queue);
        bury(queue);
        System.out.printf("%,d groups with %,d jobs in %.1f s%n",
                GROUPS, GROUPS * JOBS_PER_GROUP, (System.nanoTime() - start) / 1e9);
        REDIS.watchForCommandsOver(Duration.ofMillis(25));

        for (String path : List.of(
                "/admin/queues",
                "/admin/queues/history",
                "/admin/queue/groups?limit=20",
                "/admin/queue/groups?limit=20&page=" + GROUPS / 40,
                "/admin/queue/groups?limit=20&status=CREATED&page=" + GROUPS / 50,
                "/admin/queue/groups?limit=20&level=NORMAL&page=" + GROUPS / 50,
                "/admin/queue/groups/group-7",
                "/admin/queue/instances",
                "/admin/queue/failed?limit=25",
                "/admin/queue/failed?limit=25&page=" + DEAD / 25,
                "/admin/queue/failed?limit=25&errorCode=E-1&processorType=TEST",
                "/admin/queue/audit?limit=50",
                "/api/jobs/job-" + GROUPS / 2 + "-3")) {
            Duration median = median(path);
            System.out.printf("%7.1f ms  %s%n", median.toNanos() / 1e6, path);
            assertThat(median).as(path).isLessThan(QUICK);
        }
        assertThat(REDIS.slowCommands()).as("commands that held up Redis for more than 25 ms").isEmpty();
    }

    private static void fill(Queue queue) {
        ArrayDeque<CompletableFuture<Enqueued>> underway = new ArrayDeque<>();
        for (int group = 0; group < GROUPS; group++) {
            int number = group;
            List<String> ids = IntStream.range(0, JOBS_PER_GROUP).mapToObj(i -> "job-" + number + "-" + i).toList();
            underway.add(queue.fairQueue().enqueue(TestQueue.batch("group-" + group, null, true, ids)));
            if (underway.size() > 64) {
                underway.remove().join();
            }
        }
        underway.forEach(CompletableFuture::join);
    }

    private static void bury(Queue queue) {
        for (int dead = 0; dead < DEAD;) {
            queue.fairQueue().fetch(500, DEAD);
            List<InFlight.Burial> burials = queue.ready().claim(500).jobs().stream()
                    .map(claimed -> new InFlight.Burial(claimed, error(claimed.job().id())))
                    .toList();
            queue.inFlight().bury(burials);
            dead += burials.size();
        }
    }

    private static JobError error(JobId id) {
        return new JobError("E-" + (id.hashCode() & 3), "no", "");
    }

    private Duration median(String path) throws Exception {
        long[] nanos = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            long start = System.nanoTime();
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .header("Authorization",
                            "Basic " + Base64.getEncoder()
                                    .encodeToString("ann:correct horse".getBytes(StandardCharsets.UTF_8)))
                    .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            nanos[i] = System.nanoTime() - start;
            assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[CALLS / 2]);
    }
}
