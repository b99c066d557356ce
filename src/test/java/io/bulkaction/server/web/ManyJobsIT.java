package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.server.web.security.MappingWalk;
import io.bulkaction.testing.PrivateRedis;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Calls of administrators cost Redis no more with very many jobs in the queue than with few;
 * {@code -Dchaos.queued-jobs=1000000} for a million.
 */
@Execution(ExecutionMode.SAME_THREAD)
class ManyJobsIT {

    private static final int JOBS = Integer.getInteger("chaos.queued-jobs", 100_000);
    private static final int GROUPS = JOBS / 1_000;
    private static final int BATCH = 500;
    private static final int DEAD = 2_000;
    private static final String LAST_GROUP = "group-" + (GROUPS - 1);

    private static final int MAX_COMMANDS = 1_000;
    private static final int MAX_COMMANDS_PER_JOB = 20;
    private static final int MAX_REPLY = 200_000;

    /** Calls that change many jobs in steps, and how many. */
    private static final Map<String, Integer> CHANGED_JOBS = Map.of(
            "POST /admin/queue/groups/{groupId}/cancel", JOBS / GROUPS,
            "POST /admin/queue/retry-all", DEAD / GROUPS,
            "POST /admin/queue/skip-all", DEAD / GROUPS,
            "POST /admin/queue/skip-all-and-resume", DEAD);

    /** Calls that walk over every job; they show their progress and delay nobody. */
    private static final Set<String> LONG = Set.of(
            "GET /admin/queue/doctor", "POST /admin/queue/doctor", "POST /admin/tenants/{tenant}/cancel",
            // there is nobody on the page
            "DELETE /admin/sessions/{id}");

    private static PrivateRedis redis;
    private static ConfigurableApplicationContext service;
    private static HttpCalls http;

    @BeforeAll
    static void fill() {
        redis = PrivateRedis.start();
        service = SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.processors.simulate.enabled=true",
                "--bulk-action.queues.default.worker-pool.worker-count=0",
                "--bulk-action.queues.default.backpressure.global-rps=1000000",
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN");
        http = new HttpCalls(Integer.parseInt(service.getEnvironment().getProperty("local.server.port", "")));
        Queue queue = service.getBean(Queues.class).get(new QueueName("default"));
        submit(queue);
        bury(queue);
    }

    private static void submit(Queue queue) {
        ArrayDeque<Runnable> underway = new ArrayDeque<>();
        for (int batch = 0; batch < JOBS / BATCH; batch++) {
            String name = "group-" + batch % GROUPS + "-" + batch + "-";
            List<EnqueueBatch.Entry> jobs = IntStream.range(0, BATCH)
                    .mapToObj(i -> new EnqueueBatch.Entry(new JobId(name + i), "{}"))
                    .toList();
            EnqueueBatch next = EnqueueBatch.of(new GroupId(group(batch % GROUPS)), "SIMULATE", jobs);
            CompletableFuture<Enqueued> answer = queue.home().fairQueue().enqueue(next);
            underway.add(() -> awaitOrRepeat(queue, next, answer));
            if (underway.size() > 8) {
                underway.remove().run();
            }
        }
        underway.forEach(Runnable::run);
    }

    /** Two groups belong to one tenant. */
    private static String group(int number) {
        return (number == 10 || number == 11 ? "two/" : "") + "group-" + number;
    }

    /** On a busy machine an answer may be late. A submitter then sends the batch again, which adds nothing twice. */
    private static void awaitOrRepeat(Queue queue, EnqueueBatch batch, CompletableFuture<Enqueued> answer) {
        try {
            answer.join();
        } catch (CompletionException late) {
            queue.home().fairQueue().enqueue(batch).join();
        }
    }

    private static void bury(Queue queue) {
        JobError error = new JobError("DENIED", "it said no", "at io.example.Thing");
        for (int dead = 0; dead < DEAD;) {
            queue.home().fairQueue().fetch(BATCH, BATCH);
            List<InFlight.Failure> failures = queue.home().ready().claim(Math.min(BATCH, DEAD - dead)).jobs().stream()
                    .map(job -> new InFlight.Failure(job, error))
                    .toList();
            queue.home().inFlight().fail(failures);
            dead += failures.size();
        }
    }

    @AfterAll
    static void close() {
        service.close();
        redis.close();
    }

    @Test
    void noAdminCallCostsMoreWithManyJobsAndTheDoctorProvesTheQueueMeanwhile() throws Exception {
        assertThat(http.get("/admin/queue/status").json().path("waiting").asInt()).isEqualTo(JOBS - DEAD);
        Map<String, Runnable> calls = calls();
        CompletableFuture<HttpCalls.Answer> doctor =
                CompletableFuture.supplyAsync(() -> http.get("/admin/queue/doctor"));
        calls.forEach((name, call) -> {
            if (name.startsWith("GET ")) {
                call.run();
            }
        });
        HttpCalls.Answer report = doctor.get();
        assertThat(report.json().path("healthy").asBoolean()).as(report.text()).isTrue();
        assertThat(report.json().path("groups").asInt()).isEqualTo(GROUPS);

        Map<String, PrivateRedis.Cost> expensive = new LinkedHashMap<>();
        calls.forEach((name, call) -> {
            PrivateRedis.Cost cost = redis.costOf(call);
            System.out.println(cost + " for " + name);
            int max = MAX_COMMANDS + MAX_COMMANDS_PER_JOB * CHANGED_JOBS.getOrDefault(name, 0);
            if (cost.commands() > max || cost.replied() > MAX_REPLY) {
                expensive.put(name, cost);
            }
        });

        assertThat(expensive).isEmpty();
        assertThat(called(calls)).as("the table has every call").isEqualTo(mapped());
    }

    /** In this order: the last ones leave no dead letters. */
    private static Map<String, Runnable> calls() {
        List<String> dead = new ArrayList<>();
        http.get("/admin/queue/failed?limit=1000").json().path("items")
                .forEach(item -> dead.add(item.path("groupId").asString() + "#" + item.path("jobId").asString()));
        Iterator<String> next = dead.iterator();
        Map<String, Runnable> calls = new LinkedHashMap<>();
        get(calls, "/admin/queues", "");
        get(calls, "/admin/queues/history", "");
        get(calls, "/admin/queue/status", "");
        get(calls, "/admin/queue/instances", "");
        get(calls, "/admin/queue/progress", "");
        get(calls, "/admin/queue/alerts", "");
        get(calls, "/admin/alerts", "");
        get(calls, "/admin/quotas", "");
        get(calls, "/admin/queue/explain", "");
        get(calls, "/admin/queue/errors", "");
        get(calls, "/admin/queue/fairness", "");
        get(calls, "/admin/queue/settings", "");
        get(calls, "/admin/queue/limits", "");
        calls.put("PUT /admin/queue/limits",
                () -> http.send("PUT", "/admin/queue/limits", "{\"maxConcurrency\":7}"));
        calls.put("DELETE /admin/queue/limits", () -> http.send("DELETE", "/admin/queue/limits", ""));
        get(calls, "/admin/queue/pool", "");
        get(calls, "/admin/queue/audit", "?limit=100");
        get(calls, "/admin/queue/groups", "?limit=50");
        get(calls, "/admin/queue/groups", "?limit=50&page=3&status=CREATED");
        get(calls, "/admin/queue/groups", "?limit=50&page=3&level=NORMAL");
        get(calls, "/admin/queue/search", "?text=group-1");
        get(calls, "/admin/failed", "?text=nothing-has-this&errorCode=DENIED");
        get(calls, "/admin/queue/failed", "");
        get(calls, "/admin/queue/failed", "?limit=100&page=3");
        get(calls, "/admin/queue/failed", "?groupId=group-0&errorCode=DENIED&processorType=SIMULATE");
        calls.put("GET /admin/queue/failed/{jobId}", () -> http.get("/admin/queue/failed/" + byGroup(dead.getLast())));
        calls.put("GET /admin/queue/failed/{jobId}/payload", () -> {
            String[] groupAndId = dead.getLast().split("#");
            http.get("/admin/queue/failed/" + groupAndId[1] + "/payload?groupId=" + groupAndId[0]);
        });
        calls.put("GET /admin/queue/groups/{groupId}", () -> http.get("/admin/queue/groups/group-7"));
        calls.put("POST /admin/queue/groups/{groupId}/cancel",
                () -> http.post("/admin/queue/groups/" + LAST_GROUP + "/cancel", "{\"reason\":\"asked\"}"));
        calls.put("GET /admin/queue/groups/{groupId}/limits", () -> http.get("/admin/queue/groups/group-7/limits"));
        calls.put("PUT /admin/queue/groups/{groupId}/limits",
                () -> http.send("PUT", "/admin/queue/groups/group-7/limits", "{\"maxConcurrency\":5}"));
        calls.put("GET /admin/tenants/{tenant}/limits", () -> http.get("/admin/tenants/two/limits"));
        calls.put("PUT /admin/tenants/{tenant}/limits",
                () -> http.send("PUT", "/admin/tenants/two/limits", "{\"weight\":2}"));
        calls.put("POST /admin/tenants/{tenant}/pause",
                () -> http.post("/admin/tenants/two/pause", "{\"reason\":\"look\"}"));
        calls.put("POST /admin/tenants/{tenant}/resume", () -> http.post("/admin/tenants/two/resume", ""));
        Runnable nightly = () -> http.send("PUT", "/admin/recurring/nightly",
                "{\"cron\":\"0 3 * * *\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":{}}]}");
        nightly.run(); // so that there is something to read
        calls.put("PUT /admin/recurring/{name}", nightly);
        get(calls, "/admin/recurring", "");
        calls.put("GET /admin/recurring/{name}", () -> http.get("/admin/recurring/nightly"));
        calls.put("POST /admin/recurring/{name}/pause", () -> http.post("/admin/recurring/nightly/pause", ""));
        calls.put("POST /admin/recurring/{name}/resume", () -> http.post("/admin/recurring/nightly/resume", ""));
        calls.put("POST /admin/recurring/{name}/run", () -> http.post("/admin/recurring/nightly/run", ""));
        calls.put("DELETE /admin/recurring/{name}", () -> http.send("DELETE", "/admin/recurring/nightly", ""));
        Runnable office = () -> http.send("PUT", "/admin/sending-windows/office",
                "{\"open\":[\"09:00-18:00\"],\"zone\":\"Europe/Berlin\",\"days\":\"MON-FRI\"}");
        office.run();
        calls.put("PUT /admin/sending-windows/{name}", office);
        get(calls, "/admin/sending-windows", "");
        calls.put("GET /admin/sending-windows/{name}", () -> http.get("/admin/sending-windows/office"));
        calls.put("DELETE /admin/sending-windows/{name}",
                () -> http.send("DELETE", "/admin/sending-windows/office", ""));
        calls.put("POST /admin/tokens", () -> http.post("/admin/tokens", "{\"name\":\"t-" + System.nanoTime()
                + "\",\"roles\":[\"VIEWER\"]}"));
        http.post("/admin/tokens", "{\"name\":\"ends\",\"roles\":[\"VIEWER\"]}");
        get(calls, "/admin/tokens", "");
        calls.put("PUT /admin/tokens/{name}/expiry",
                () -> http.send("PUT", "/admin/tokens/ends/expiry", "{\"expiresAt\":\"2100-01-01T00:00:00Z\"}"));
        calls.put("DELETE /admin/tokens/{name}", () -> http.send("DELETE", "/admin/tokens/ends", ""));
        get(calls, "/admin/sessions", "");
        calls.put("POST /admin/queue/scale", () -> http.post("/admin/queue/scale", "{\"workers\":0}"));
        calls.put("POST /admin/queue/pause", () -> http.post("/admin/queue/pause", "{\"reason\":\"look\"}"));
        calls.put("POST /admin/queue/resume", () -> http.post("/admin/queue/resume", ""));
        calls.put("POST /admin/queue/retry/{jobId}", () -> http.post("/admin/queue/retry/" + byGroup(next.next()), ""));
        calls.put("POST /admin/queue/replace/{jobId}",
                () -> http.post("/admin/queue/replace/" + byGroup(next.next()), "{\"newJobId\":\"n\",\"payload\":{}}"));
        calls.put("POST /admin/queue/skip/{jobId}",
                () -> http.post("/admin/queue/skip/" + byGroup(next.next()), "{\"reason\":\"by hand\"}"));
        calls.put("POST /admin/queue/retry-selected",
                () -> http.post("/admin/queue/retry-selected", "{\"jobIds\":" + ten(next) + "}"));
        calls.put("POST /admin/queue/skip-selected",
                () -> http.post("/admin/queue/skip-selected", "{\"jobIds\":" + ten(next) + ",\"reason\":\"r\"}"));
        calls.put("POST /admin/queue/retry-all",
                () -> http.post("/admin/queue/retry-all", "{\"groupId\":\"group-3\"}"));
        calls.put("POST /admin/queue/skip-all",
                () -> http.post("/admin/queue/skip-all", "{\"reason\":\"r\",\"groupId\":\"group-4\"}"));
        calls.put("POST /admin/queue/skip-all-and-resume",
                () -> http.post("/admin/queue/skip-all-and-resume", "{\"reason\":\"all by hand\"}"));
        return calls;
    }

    private static void get(Map<String, Runnable> calls, String path, String query) {
        calls.put("GET " + path + query, () -> http.get(path + query));
    }

    private static String byGroup(String name) {
        String[] groupAndId = name.split("#");
        return groupAndId[1] + "?groupId=" + groupAndId[0];
    }

    private static String ten(Iterator<String> names) {
        return IntStream.range(0, 10).mapToObj(i -> "\"" + names.next() + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static Set<String> called(Map<String, Runnable> calls) {
        return calls.keySet().stream()
                .map(name -> name.replaceAll("\\?.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> mapped() {
        return MappingWalk.of(service).stream()
                .filter(call -> call.pattern().startsWith("/admin/"))
                .map(call -> call.method() + " " + call.pattern())
                .filter(call -> !LONG.contains(call))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
