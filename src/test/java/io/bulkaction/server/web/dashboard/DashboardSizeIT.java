package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Every call the pages make costs Redis little with very many groups and jobs. With {@code -Dheavy=true} there are
 * 100,000 groups and 1,000,000 jobs.
 */
@DirtiesContext
@SpringBootTest(classes = BulkActionApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
    "bulk-action.engine.enabled=false",
    "bulk-action.queues.default.backpressure.global-rps=1000000",
    "bulk-action.security.users.ann.password=correct horse",
    "bulk-action.security.users.ann.roles=ADMIN",
})
@Execution(ExecutionMode.SAME_THREAD)
class DashboardSizeIT {

    private static final int GROUPS = Boolean.getBoolean("heavy") ? 100_000 : 5_000;
    private static final int JOBS_PER_GROUP = 10;
    private static final int DEAD = 2_000;

    /** Far above what any page needs, and far below what walking over all groups or dead letters would. */
    private static final int MAX_COMMANDS = 1_000;
    private static final int MAX_REPLY = 500_000;

    private static final PrivateRedis REDIS = PrivateRedis.start();

    private final HttpClient http = HttpClient.newHttpClient();

    @Autowired
    Queues queues;

    @LocalServerPort
    int port;

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry registry) {
        registry.add("spring.data.redis.host", REDIS::host);
        registry.add("spring.data.redis.port", REDIS::port);
    }

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void noPageCostsMoreWithVeryManyGroupsAndJobs() {
        Queue queue = queues.get(new QueueName("default"));
        fill(queue);
        bury(queue);

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
                "/admin/queue/errors",
                "/admin/queue/audit?limit=50",
                "/api/bulk-actions/group-" + GROUPS / 2 + "/jobs/job-" + GROUPS / 2 + "-3")) {
            PrivateRedis.Cost cost = REDIS.costOf(() -> get(path));
            System.out.println(cost + " for " + path);
            assertThat(cost.commands()).as(path).isLessThan(MAX_COMMANDS);
            assertThat(cost.replied()).as(path).isLessThan(MAX_REPLY);
        }
    }

    private static void fill(Queue queue) {
        ArrayDeque<CompletableFuture<Enqueued>> underway = new ArrayDeque<>();
        for (int group = 0; group < GROUPS; group++) {
            int number = group;
            List<String> ids = IntStream.range(0, JOBS_PER_GROUP).mapToObj(i -> "job-" + number + "-" + i).toList();
            underway.add(queue.home().fairQueue().enqueue(TestQueue.batch("group-" + group, null, true, ids)));
            if (underway.size() > 64) {
                underway.remove().join();
            }
        }
        underway.forEach(CompletableFuture::join);
    }

    private static void bury(Queue queue) {
        for (int dead = 0; dead < DEAD;) {
            queue.home().fairQueue().fetch(500, DEAD);
            List<InFlight.Failure> failures = queue.home().ready().claim(500).jobs().stream()
                    .map(claimed -> new InFlight.Failure(claimed, error(claimed.job().id())))
                    .toList();
            queue.home().inFlight().fail(failures);
            dead += failures.size();
        }
    }

    private static JobError error(JobId id) {
        return new JobError("E-" + (id.hashCode() & 3), "no", "");
    }

    private void get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization",
                        "Basic " + Base64.getEncoder()
                                .encodeToString("ann:correct horse".getBytes(StandardCharsets.UTF_8)))
                .build();
        HttpResponse<String> answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    }
}
