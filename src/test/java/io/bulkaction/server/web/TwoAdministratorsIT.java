package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two people see the same failure and click at the same moment. */
class TwoAdministratorsIT extends ServiceOverHttp {

    private static final int ROUNDS = 25;

    @AfterEach
    void resume() throws Exception {
        post("/admin/queue/resume", ADMIN, "");
    }

    @Test
    void aJobThatOneRetriesAndTheOtherSkipsIsEitherRetriedOrSkipped() throws Exception {
        failForGood("race", ROUNDS);
        post("/admin/queue/pause", ADMIN, "{\"reason\":\"a retried job is to wait\"}");
        int retried = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String job = "race-" + i;
            List<Answer> answers = atOnce(
                    () -> post("/admin/queue/retry/" + job + "?groupId=race", ADMIN, ""),
                    () -> post("/admin/queue/skip/" + job + "?groupId=race", BEA, "{\"reason\":\"by hand\"}"));
            assertThat(answers).extracting(Answer::status).as(job).containsExactlyInAnyOrder(200, 409);
            boolean wasRetried = answers.getFirst().status() == 200;
            retried += wasRetried ? 1 : 0;
            assertThat(get("/api/bulk-actions/race/jobs/" + job, ADMIN).json().path("status").asString())
                    .isEqualTo(wasRetried ? "PENDING" : "MANUALLY_RESOLVED");
        }
        JsonNode group = get("/api/bulk-actions/race", ADMIN).json();
        assertThat(group.path("pending").asInt()).isEqualTo(retried);
        assertThat(group.path("resolvedCount").asInt()).isEqualTo(ROUNDS - retried);
        assertThat(group.path("failedCount").asInt()).isZero();
        assertHealthy();
    }

    @Test
    void aJobThatBothRetryIsRetriedOnce() throws Exception {
        failForGood("twice", ROUNDS);
        post("/admin/queue/pause", ADMIN, "{\"reason\":\"a retried job is to wait\"}");
        for (int i = 0; i < ROUNDS; i++) {
            String path = "/admin/queue/retry/twice-" + i + "?groupId=twice";
            assertThat(atOnce(() -> post(path, ADMIN, ""), () -> post(path, BEA, "")))
                    .extracting(Answer::status)
                    .containsExactlyInAnyOrder(200, 409);
        }
        assertThat(get("/api/bulk-actions/twice", ADMIN).json().path("pending").asInt()).isEqualTo(ROUNDS);
        assertHealthy();
    }

    @Test
    void ofTwoPausesAtOnceOneCountsAndTheOtherChangesNothing() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            List<Answer> pauses = atOnce(
                    () -> post("/admin/queue/pause", ADMIN, "{\"reason\":\"by admin\"}"),
                    () -> post("/admin/queue/pause", BEA, "{\"reason\":\"by bea\"}"));
            assertThat(pauses).extracting(answer -> answer.json().path("message").asString())
                    .containsExactlyInAnyOrder(
                            "The queue is paused.", "The queue was paused already; nothing changed.");
            assertThat(pauses.getFirst().json().path("pausedAt")).isEqualTo(pauses.getLast().json().path("pausedAt"));
            boolean byAdmin = pauses.getFirst().json().path("message").asString().equals("The queue is paused.");
            assertThat(get("/admin/queue/status", ADMIN).json().path("pauseReason").asString())
                    .isEqualTo(byAdmin ? "by admin" : "by bea");
            List<Answer> resumes = atOnce(
                    () -> post("/admin/queue/resume", ADMIN, ""), () -> post("/admin/queue/resume", BEA, ""));
            assertThat(resumes).extracting(answer -> answer.json().path("message").asString())
                    .containsExactlyInAnyOrder("The queue runs again.", "The queue was not paused; nothing changed.");
        }
    }

    @Test
    void aPauseAndAResumeAtOnceLeaveTheQueueInOneOfTheTwoStates() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            List<Answer> answers = atOnce(
                    () -> post("/admin/queue/pause", ADMIN, "{\"reason\":\"stop\"}"),
                    () -> post("/admin/queue/resume", BEA, ""));
            boolean resumedLast = answers.getLast().json().path("message").asString().equals("The queue runs again.");
            JsonNode status = get("/admin/queue/status", ADMIN).json();
            assertThat(status.path("isPaused").asBoolean()).as(answers.toString()).isEqualTo(!resumedLast);
            assertThat(status.path("pauseReason").isNull()).isEqualTo(resumedLast);
            post("/admin/queue/resume", ADMIN, "");
        }
    }

    private List<Answer> atOnce(Callable<Answer> first, Callable<Answer> second) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        List<Callable<Answer>> clicks = new ArrayList<>();
        for (Callable<Answer> click : List.of(first, second)) {
            clicks.add(() -> {
                start.await();
                return click.call();
            });
        }
        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : people.invokeAll(clicks)) {
                answers.add(answer.get());
            }
            return answers;
        }
    }

    private void assertHealthy() throws Exception {
        Answer report = get("/admin/queue/doctor", ADMIN);
        assertThat(report.json().path("healthy").asBoolean()).as(report.text()).isTrue();
    }

    private void failForGood(String group, int jobs) throws Exception {
        String list = IntStream.range(0, jobs)
                .mapToObj(i -> "{\"jobId\":\"" + group + "-" + i + "\",\"payload\":{\"outcome\":\"permanent\"}}")
                .collect(Collectors.joining(","));
        post("/api/bulk-actions", SENDER,
                "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"jobs\":[" + list + "]}");
        await().untilAsserted(() -> assertThat(
                get("/admin/queue/failed?groupId=" + group, ADMIN).json().path("total").asInt()).isEqualTo(jobs));
    }
}
