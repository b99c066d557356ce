package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.JobRequest;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.server.web.security.MappingWalk;
import io.bulkaction.testing.RedisCluster;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import tools.jackson.databind.JsonNode;

/** The service with a queue over three nodes: everything that can be called speaks of the queue as a whole. */
@Execution(ExecutionMode.SAME_THREAD)
class PartitionedServiceIT {

    private static final int GROUPS = 40;

    /** Calls about something that no partition has. */
    private static final Pattern OF_NO_QUEUE = Pattern.compile("^/admin/(sessions|tokens)\\b");
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    private static RedisCluster cluster;
    private static ConfigurableApplicationContext service;
    private static HttpCalls http;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
        SpringApplication application = new SpringApplication(BulkActionApplication.class);
        application.addListeners((ApplicationListener<PayloadApplicationEvent<?>>) event -> {
            if (event.getPayload() instanceof GroupCompletedEvent ended) {
                EVENTS.add(ended.groupId().value());
            }
        });
        service = application.run(
                "--server.port=0",
                "--spring.data.redis.cluster.nodes=" + cluster.nodes(),
                "--spring.data.redis.timeout=1m",
                "--bulk-action.processors.simulate.enabled=true",
                "--bulk-action.limiters.partner.rps=100000",
                "--bulk-action.queues.default.partitions=6",
                "--bulk-action.queues.default.backpressure.limiter=partner",
                "--bulk-action.queues.default.backpressure.global-rps=100000",
                "--bulk-action.queues.default.retry.max-retries=0",
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN,SUBMITTER");
        http = new HttpCalls(Integer.parseInt(service.getEnvironment().getProperty("local.server.port", "")));
        BulkActionService submit = service.getBean(BulkActionService.class);
        for (int group = 0; group < GROUPS; group++) {
            submit(submit, "good-" + group, "done", Map.of());
            submit(submit, "bad-" + group, "dead", Map.of("outcome", "PERMANENT"));
        }
        submit(submit, "acme/june", "done", Map.of());
        submit(submit, "acme/july", "done", Map.of());
        await().until(() -> status("failed") == GROUPS && status("completed") == GROUPS + 2);
    }

    private static void submit(BulkActionService submit, String group, String id, Map<String, String> payload) {
        submit.submit(BulkActionRequest.to("default", group)
                .processor("SIMULATE")
                .jobs(List.of(JobRequest.of(id, payload)))
                .build());
    }

    @AfterAll
    static void close() {
        service.close();
        cluster.close();
    }

    @Test
    void everyCallWorksOnAPartitionedQueue() {
        Map<String, Runnable> writes = writes();
        // So that there is something to read.
        writes.get("PUT /admin/recurring/{name}").run();
        writes.get("PUT /admin/sending-windows/{name}").run();
        Set<String> unknown = new TreeSet<>();
        for (MappingWalk.Call call : MappingWalk.of(service)) {
            String name = call.method() + " " + call.pattern();
            if (OF_NO_QUEUE.matcher(call.pattern()).find()) {
                continue;
            }
            if (name.startsWith("GET /admin/") || name.startsWith("GET /api/")) {
                http.get(address(call.pattern()));
            } else if (!writes.containsKey(name) && call.pattern().startsWith("/admin/")) {
                unknown.add(name);
            }
        }
        assertThat(unknown).as("calls that this test does not make").isEmpty();
        assertThat(http.get("/admin/queue/doctor").json().path("healthy").asBoolean()).isTrue();
        assertThat(http.get("/admin/queue/groups?limit=100&status=FAILED").json().path("items")).hasSize(GROUPS);
        assertThat(http.get("/admin/queue/failed?limit=100").json().path("items")).hasSize(GROUPS);
        assertThat(http.get("/api/tenants/acme").json().path("totalJobs").asInt()).isEqualTo(2);
        await().until(() -> Set.copyOf(EVENTS).size() == 2 * GROUPS + 2);
        assertThat(EVENTS).doesNotHaveDuplicates();

        writes.values().forEach(Runnable::run);

        assertThat(status("failed")).isZero();
        assertThat(http.get("/admin/queue/doctor").json().path("healthy").asBoolean()).isTrue();
        assertThat(http.get("/admin/queue/audit?limit=100").json().path("total").asInt())
                .isGreaterThanOrEqualTo(writes.size() - 3);
    }

    private static String address(String pattern) {
        String path = pattern.replace("{tenant}", "acme").replace("{name}", "nightly");
        if (pattern.endsWith("/search")) {
            return path + "?text=good";
        }
        return path.contains("{jobId}")
                ? path.replace("{groupId}", "bad-1").replace("{jobId}", "dead") + "?groupId=bad-1"
                : path.replace("{groupId}", "good-1") + (pattern.endsWith("/jobs") ? "?status=COMPLETED" : "");
    }

    /** In this order: the last one leaves no dead letters. */
    private static Map<String, Runnable> writes() {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        String reason = "{\"reason\":\"test\"}";
        calls.put("PUT /admin/recurring/{name}", () -> http.send("PUT", "/admin/recurring/nightly",
                "{\"cron\":\"0 3 * * *\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":{}}]}"));
        for (String verb : List.of("pause", "resume", "run")) {
            calls.put("POST /admin/recurring/{name}/" + verb,
                    () -> http.post("/admin/recurring/nightly/" + verb, ""));
        }
        calls.put("DELETE /admin/recurring/{name}", () -> http.send("DELETE", "/admin/recurring/nightly", ""));
        calls.put("PUT /admin/sending-windows/{name}",
                () -> http.send("PUT", "/admin/sending-windows/nightly", "{\"open\":[\"00:00-24:00\"]}"));
        calls.put("DELETE /admin/sending-windows/{name}",
                () -> http.send("DELETE", "/admin/sending-windows/nightly", ""));
        post(calls, "/admin/queue/pause", "", reason);
        post(calls, "/admin/queue/resume", "", "");
        post(calls, "/admin/queue/scale", "", "{\"workers\":3}");
        post(calls, "/admin/queue/doctor", "", "");
        calls.put("PUT /admin/queue/limits", () -> http.send("PUT", "/admin/queue/limits", "{\"workers\":4}"));
        calls.put("DELETE /admin/queue/limits", () -> http.send("DELETE", "/admin/queue/limits", ""));
        post(calls, "/admin/queue/groups/{groupId}/cancel", "", reason);
        calls.put("PUT /admin/queue/groups/{groupId}/limits",
                () -> http.send("PUT", "/admin/queue/groups/good-1/limits", "{\"maxConcurrency\":5}"));
        calls.put("PUT /admin/tenants/{tenant}/limits",
                () -> http.send("PUT", "/admin/tenants/acme/limits", "{\"weight\":2}"));
        post(calls, "/admin/tenants/{tenant}/pause", "", reason);
        post(calls, "/admin/tenants/{tenant}/resume", "", "");
        post(calls, "/admin/tenants/{tenant}/cancel", "", reason);
        calls.put("POST /admin/queue/retry/{jobId}", () -> http.post("/admin/queue/retry/dead?groupId=bad-1", ""));
        calls.put("POST /admin/queue/skip/{jobId}", () -> http.post("/admin/queue/skip/dead?groupId=bad-2", reason));
        calls.put("POST /admin/queue/replace/{jobId}", () -> {
            http.post("/admin/queue/replace/dead?groupId=bad-3",
                    "{\"newJobId\":\"again\",\"payload\":{\"outcome\":\"PERMANENT\"}}");
            awaitDeadLetters(GROUPS - 1);
        });
        String some = IntStream.range(10, 20).mapToObj(i -> "\"bad-" + i + "#dead\"").collect(Collectors.joining(","));
        post(calls, "/admin/queue/skip-selected", "", "{\"jobIds\":[" + some + "],\"reason\":\"r\"}");
        String others =
                IntStream.range(20, 25).mapToObj(i -> "\"bad-" + i + "#dead\"").collect(Collectors.joining(","));
        calls.put("POST /admin/queue/retry-selected", () -> {
            http.post("/admin/queue/retry-selected", "{\"jobIds\":[" + others + "]}");
            awaitDeadLetters(GROUPS - 11);
        });
        calls.put("POST /admin/queue/retry-all", () -> {
            http.post("/admin/queue/retry-all", "{\"processorType\":\"SIMULATE\"}");
            awaitDeadLetters(GROUPS - 11);
        });
        post(calls, "/admin/queue/skip-all", "", "{\"reason\":\"r\",\"groupId\":\"bad-4\"}");
        post(calls, "/admin/queue/skip-all-and-resume", "", reason);
        return calls;
    }

    /** A retry fails again. */
    private static void awaitDeadLetters(int count) {
        await().until(() -> {
            JsonNode status = http.get("/admin/queue/status").json();
            return status.path("failed").asInt() == count
                    && status.path("waiting").asInt() + status.path("active").asInt() == 0;
        });
    }

    private static void post(Map<String, Runnable> calls, String pattern, String query, String body) {
        calls.put("POST " + pattern, () -> http.post(address(pattern) + query, body));
    }

    private static int status(String field) {
        return http.get("/admin/queue/status").json().path(field).asInt();
    }
}
