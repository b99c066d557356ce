package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.Promtool;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** What Prometheus reads after real work: every documented name with its labels, and correct values. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MetricsIT extends ServiceOverHttp {

    /** Documented names, with their labels besides {@code queue}. */
    private static final Map<String, Set<String>> PROMISED = Map.ofEntries(
            Map.entry("queue_groups", Set.of("priority")),
            Map.entry("enqueue_total", Set.of()),
            Map.entry("dequeue_total", Set.of()),
            Map.entry("lua_duration_seconds_count", Set.of("script")),
            Map.entry("lua_duration_seconds_sum", Set.of("script")),
            Map.entry("lua_duration_seconds_max", Set.of("script")),
            Map.entry("rate_limit_allowed_total", Set.of()),
            Map.entry("rate_limit_denied_total", Set.of("reason")),
            Map.entry("ready_queue_size", Set.of()),
            Map.entry("non_ready_queue_size", Set.of()),
            Map.entry("in_flight", Set.of()),
            Map.entry("dead_letter_size", Set.of()),
            Map.entry("scheduled_size", Set.of()),
            Map.entry("expired_jobs", Set.of()),
            Map.entry("dispatch_moved_total", Set.of()),
            Map.entry("dispatch_cycle_duration_seconds_count", Set.of()),
            Map.entry("dispatch_cycle_duration_seconds_sum", Set.of()),
            Map.entry("dispatch_cycle_duration_seconds_max", Set.of()),
            Map.entry("dispatch_skip_total", Set.of()),
            Map.entry("backpressure_admitted_total", Set.of("destination")),
            Map.entry("backpressure_rejected_total", Set.of()),
            Map.entry("not_replicated_total", Set.of()),
            Map.entry("worker_pool_size", Set.of()),
            Map.entry("worker_pool_active", Set.of()),
            Map.entry("worker_pool_idle", Set.of()),
            Map.entry("fetcher_total_fetched", Set.of()),
            Map.entry("fetcher_empty_polls", Set.of()),
            Map.entry("fetcher_admitted_ready", Set.of()),
            Map.entry("fetcher_admitted_non_ready", Set.of()),
            Map.entry("dispatcher_total_moved", Set.of()),
            Map.entry("dispatcher_total_skipped", Set.of()),
            Map.entry("worker_job_duration_seconds_bucket", Set.of("processor", "le")),
            Map.entry("worker_job_duration_seconds_count", Set.of("processor")),
            Map.entry("worker_job_duration_seconds_sum", Set.of("processor")),
            Map.entry("worker_job_duration_seconds_max", Set.of("processor")),
            Map.entry("worker_job_success_total", Set.of("processor")),
            Map.entry("worker_job_failed_total", Set.of("processor")),
            Map.entry("worker_job_timeout_total", Set.of("processor")),
            Map.entry("worker_job_throttled_total", Set.of("processor")),
            Map.entry("worker_job_retry_total", Set.of("processor")),
            Map.entry("worker_job_abandoned_total", Set.of("processor")),
            Map.entry("worker_dead_letter_total", Set.of()),
            Map.entry("recovered_total", Set.of()),
            Map.entry("fenced_total", Set.of()),
            Map.entry("job_wait_seconds_bucket", Set.of("le")),
            Map.entry("job_wait_seconds_count", Set.of()),
            Map.entry("job_wait_seconds_sum", Set.of()),
            Map.entry("job_wait_seconds_max", Set.of()),
            Map.entry("queue_paused", Set.of()),
            Map.entry("congestion_level", Set.of("level")));

    /** Every series of the queue named counted, as written. */
    private Map<String, Double> scrape() throws Exception {
        Map<String, Double> series = new TreeMap<>();
        get("/actuator/prometheus", NOBODY).text().lines()
                .filter(line -> line.startsWith("bulk_action_") && line.contains("queue=\"counted\""))
                .forEach(line -> series.put(
                        line.substring("bulk_action_".length(), line.lastIndexOf(' ')),
                        Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))));
        return series;
    }

    @Test
    @Order(1)
    void countersCountWhatHappened() throws Exception {
        submit("ok", 20, "{\"durationMs\":1}");
        submit("flaky", 2, "{\"failTimes\":1}");
        submit("bad", 3, "{\"outcome\":\"permanent\"}");
        submit("hangs", 1, "{\"outcome\":\"hang\"}");
        submit("busy", 2, "{\"outcome\":\"throttled\",\"outcomeTimes\":1,\"retryAfterMs\":20}");

        await().untilAsserted(() -> assertValues(
                "worker_job_success_total", 24, "worker_job_failed_total", 7, "worker_job_timeout_total", 2,
                "worker_job_retry_total", 3, "worker_job_throttled_total", 2, "worker_job_abandoned_total", 0,
                "worker_job_duration_seconds_count", 33, "worker_dead_letter_total", 4, "dead_letter_size", 4,
                "in_flight", 0, "ready_queue_size", 0, "non_ready_queue_size", 0));
        assertValues(
                "enqueue_total", 28, "job_wait_seconds_count", 28, "rate_limit_allowed_total", 33,
                "recovered_total", 0, "fenced_total", 0, "queue_paused", 0,
                "worker_pool_size", 10, "worker_pool_active", 0, "worker_pool_idle", 10);
        Map<String, Double> seen = scrape();
        assertThat(seen)
                .containsEntry("dequeue_total{queue=\"counted\"}", 33.0)
                .containsEntry("fetcher_total_fetched{queue=\"counted\"}", 33.0)
                .containsEntry("backpressure_admitted_total{destination=\"ready\",queue=\"counted\"}",
                        seen.get("fetcher_admitted_ready{queue=\"counted\"}"))
                .containsEntry("backpressure_admitted_total{destination=\"non_ready\",queue=\"counted\"}", 3.0)
                .containsEntry("dispatch_moved_total{queue=\"counted\"}", 3.0)
                .containsEntry("dispatcher_total_moved{queue=\"counted\"}", 3.0)
                .containsEntry("rate_limit_denied_total{queue=\"counted\",reason=\"global\"}", 0.0)
                .containsEntry(
                        "worker_job_duration_seconds_bucket{processor=\"SIMULATE\",queue=\"counted\",le=\"+Inf\"}",
                        33.0)
                .containsEntry("job_wait_seconds_bucket{queue=\"counted\",le=\"+Inf\"}", 28.0);
        assertThat(seen.get("worker_job_duration_seconds_sum{processor=\"SIMULATE\",queue=\"counted\"}"))
                .as("two timeouts of 2 s").isGreaterThanOrEqualTo(4.0);
        assertThat(seen.get("lua_duration_seconds_count{queue=\"counted\",script=\"enqueue\"}"))
                .as("one chunk each, which also seals").isEqualTo(5);
    }

    @Test
    @Order(2)
    void gaugesShowTheCurrentState() throws Exception {
        post("/admin/queue/pause?queue=counted", ADMIN, "{\"reason\":\"to be counted\"}");
        submit("w-1", 1, "{}", "LOW");
        submit("w-2", 2, "{}", "NORMAL");
        submit("w-3", 3, "{}", "NORMAL");
        submit("w-4", 4, "{}", "HIGH");

        await().untilAsserted(() -> assertThat(scrape())
                .containsEntry("queue_paused{queue=\"counted\"}", 1.0)
                .containsEntry("queue_groups{priority=\"high\",queue=\"counted\"}", 1.0)
                .containsEntry("queue_groups{priority=\"normal\",queue=\"counted\"}", 2.0)
                .containsEntry("queue_groups{priority=\"low\",queue=\"counted\"}", 1.0)
                .containsEntry("enqueue_total{queue=\"counted\"}", 38.0));
    }

    /** Those that expire while the queue is paused end all the same. */
    @Test
    @Order(3)
    void scheduledAndExpiredJobsAreShown() throws Exception {
        String jobs = "{\"payload\":{},\"runAt\":\"2126-01-01T00:00:00Z\"},{\"payload\":{},\"delay\":\"1d\"},"
                + "{\"payload\":{},\"ttl\":\"0s\"}";
        Answer answer = post("/api/bulk-actions", SENDER, "{\"queue\":\"counted\",\"groupId\":\"timed\","
                + "\"processorType\":\"SIMULATE\",\"jobs\":[" + jobs + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);

        await().untilAsserted(() -> assertThat(scrape())
                .containsEntry("scheduled_size{queue=\"counted\"}", 2.0)
                .containsEntry("expired_jobs{queue=\"counted\"}", 1.0));
        await().untilAsserted(() -> {
            JsonNode status = get("/admin/queue/status?queue=counted", ADMIN).json();
            assertThat(status.path("expired").asInt()).isEqualTo(1);
            assertThat(status.path("scheduled").asInt()).isEqualTo(2);
            assertThat(status.path("delayed").asInt()).isEqualTo(2);
        });
    }

    @Test
    @Order(4)
    void exactlyTheDocumentedNamesAndLabelsExist() throws Exception {
        Map<String, Set<String>> seen = new TreeMap<>();
        for (String series : scrape().keySet()) {
            String labels = series.replaceFirst("^[^{]*\\{", "").replaceFirst("}$", "");
            Set<String> names = seen.computeIfAbsent(series.replaceFirst("\\{.*", ""), name -> new TreeSet<>());
            for (String label : labels.split(",")) {
                names.add(label.substring(0, label.indexOf('=')));
            }
        }
        Map<String, Set<String>> promised = new TreeMap<>();
        PROMISED.forEach((name, labels) -> {
            Set<String> all = new TreeSet<>(labels);
            all.add("queue");
            promised.put(name, all);
        });
        assertThat(seen).isEqualTo(promised);
    }

    @Test
    @Order(4)
    void noGroupIsNamedWhereEverybodyMayRead() throws Exception {
        assertThat(
                get("/actuator/prometheus", NOBODY).text().lines().filter(line -> line.contains("bulk_action_group")))
                .isEmpty();
    }

    @Test
    @Order(5)
    void promtoolFindsNothingWrong() throws Exception {
        String ours = get("/actuator/prometheus", NOBODY).text().lines()
                .filter(line -> line.matches("(# (HELP|TYPE) )?bulk_action_.*"))
                .collect(Collectors.joining("\n", "", "\n"));
        assertThat(Promtool.run(ours, "check", "metrics")).isEmpty();
    }

    private void assertValues(Object... namesAndValues) throws Exception {
        Map<String, Double> seen = scrape();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            String labels = PROMISED.get(name).contains("processor")
                    ? "{processor=\"SIMULATE\",queue=\"counted\"}"
                    : "{queue=\"counted\"}";
            assertThat(seen).containsEntry(name + labels, ((Number) namesAndValues[i + 1]).doubleValue());
        }
    }

    private void submit(String group, int jobs, String payload) throws Exception {
        submit(group, jobs, payload, "NORMAL");
    }

    private void submit(String group, int jobs, String payload, String level) throws Exception {
        String list = IntStream.range(0, jobs)
                .mapToObj(i -> "{\"jobId\":\"" + group + "-" + i + "\",\"payload\":" + payload + "}")
                .collect(Collectors.joining(","));
        Answer answer = post("/api/bulk-actions", SENDER, "{\"queue\":\"counted\",\"groupId\":\"" + group
                + "\",\"processorType\":\"SIMULATE\",\"priorityLevel\":\"" + level + "\",\"jobs\":[" + list + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }
}
