package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is shipped for Prometheus, Grafana and KEDA asks only for metrics and labels that the service promises. */
class MonitoringTest {

    private static final Path DOCKER = Path.of("src/docker");
    private static final Map<String, Set<String>> PROMISED = promised();

    record Query(String where, String expression) {
        @Override
        public String toString() {
            return where;
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void queryAsksOnlyForWhatIsPromised(Query query) {
        Map<String, Set<String>> asked = PromQl.metricsIn(query.expression());
        assertThat(asked).as(query.expression()).isNotEmpty();
        asked.forEach((metric, labels) -> {
            assertThat(PROMISED).as(query.expression()).containsKey(metric);
            assertThat(PROMISED.get(metric)).as(query.expression()).containsAll(labels);
        });
    }

    @Test
    void dashboardShowsEveryMetric() throws IOException {
        Set<String> shown = new TreeSet<>();
        dashboardQueries().forEach(query -> shown.addAll(PromQl.metricsIn(query.expression()).keySet()));
        Set<String> missing = new TreeSet<>(PROMISED.keySet());
        missing.removeIf(metric -> shown.stream().anyMatch(name -> base(name).equals(base(metric))));
        assertThat(missing).containsExactlyInAnyOrder("up", "bulk_action_group_pending_jobs");
    }

    @Test
    void everyMountedFileOfTheComposeFileIsThere() throws IOException {
        Map<String, Map<String, Map<String, List<String>>>> compose = yaml(Path.of("docker-compose.yml"));
        compose.get("services").values().stream()
                .flatMap(service -> service.getOrDefault("volumes", List.of()).stream())
                .map(volume -> volume.substring(0, volume.indexOf(':')))
                .filter(source -> source.startsWith("."))
                .forEach(source -> assertThat(Path.of(source)).exists());
        assertThat(DOCKER.resolve("prometheus/alerts.yml")).exists();
    }

    @Test
    void promtoolAcceptsTheRules() throws Exception {
        assertThat(Promtool.run("", "check", "rules", DOCKER.resolve("prometheus/alerts.yml").toString())).isEmpty();
    }

    static Stream<Query> queries() throws IOException {
        return Stream.of(dashboardQueries(), alertQueries(), scalingQueries()).flatMap(all -> all);
    }

    private static Stream<Query> scalingQueries() throws IOException {
        Map<String, Map<String, List<Map<String, Map<String, String>>>>> scaled = yaml(
                Path.of("src/kubernetes/keda.yaml"));
        return scaled.get("spec").get("triggers").stream()
                .map(trigger -> new Query("keda.yaml", trigger.get("metadata").get("query")));
    }

    private static Stream<Query> dashboardQueries() throws IOException {
        JsonNode dashboard = JsonMapper.builder().build()
                .readTree(Files.readString(DOCKER.resolve("grafana/dashboards/bulk-action.json")));
        return dashboard.path("panels").valueStream().flatMap(panel -> panel.path("targets").valueStream()
                .map(target -> new Query(
                        "panel " + panel.path("title").asString() + " " + target.path("refId").asString(),
                        target.path("expr").asString())));
    }

    private static Stream<Query> alertQueries() throws IOException {
        Map<String, List<Map<String, List<Map<String, Object>>>>> alerts =
                yaml(DOCKER.resolve("prometheus/alerts.yml"));
        return alerts.get("groups").stream()
                .flatMap(group -> group.get("rules").stream())
                .map(rule -> new Query("alert " + rule.get("alert"), rule.get("expr").toString()));
    }

    private static <T> T yaml(Path file) throws IOException {
        return new Yaml().load(Files.readString(file));
    }

    private static String base(String metric) {
        return metric.replaceFirst("_(bucket|sum|count|max)$", "");
    }

    private static Map<String, Set<String>> promised() {
        Map<String, Set<String>> metrics = new HashMap<>();
        metrics.put("up", Set.of("job"));
        add(metrics, Set.of(), "ready_queue_size", "non_ready_queue_size", "in_flight", "dead_letter_size",
                "scheduled_size", "expired_jobs", "queue_paused",
                "enqueue_total", "dequeue_total", "rate_limit_allowed_total", "dispatch_moved_total",
                "dispatch_skip_total",
                "backpressure_rejected_total", "worker_pool_size", "worker_pool_active", "worker_pool_idle",
                "fetcher_total_fetched", "fetcher_empty_polls", "fetcher_admitted_ready", "fetcher_admitted_non_ready",
                "dispatcher_total_moved", "dispatcher_total_skipped", "worker_dead_letter_total", "recovered_total",
                "fenced_total");
        add(metrics, Set.of("priority"), "queue_groups");
        add(metrics, Set.of("groupId"), "group_pending_jobs");
        add(metrics, Set.of("reason"), "rate_limit_denied_total");
        add(metrics, Set.of("destination"), "backpressure_admitted_total");
        add(metrics, Set.of("level"), "congestion_level");
        add(metrics, Set.of("processor"), "worker_job_success_total", "worker_job_failed_total",
                "worker_job_timeout_total",
                "worker_job_retry_total", "worker_job_abandoned_total");
        addTimer(metrics, Set.of("script"), "lua_duration_seconds");
        addTimer(metrics, Set.of(), "dispatch_cycle_duration_seconds");
        addHistogram(metrics, Set.of("processor"), "worker_job_duration_seconds");
        addHistogram(metrics, Set.of(), "job_wait_seconds");
        return metrics;
    }

    private static void addHistogram(Map<String, Set<String>> metrics, Set<String> labels, String name) {
        addTimer(metrics, labels, name);
        Set<String> withBound = new TreeSet<>(labels);
        withBound.add("le");
        add(metrics, withBound, name + "_bucket");
    }

    private static void addTimer(Map<String, Set<String>> metrics, Set<String> labels, String name) {
        add(metrics, labels, name + "_count", name + "_sum", name + "_max");
    }

    private static void add(Map<String, Set<String>> metrics, Set<String> labels, String... names) {
        Set<String> all = new TreeSet<>(labels);
        all.add("queue");
        for (String name : names) {
            metrics.put("bulk_action_" + name, all);
        }
    }
}
