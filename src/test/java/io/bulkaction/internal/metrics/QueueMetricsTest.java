package io.bulkaction.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.bulkaction.GroupId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.CongestionLevel;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reads the real text that Prometheus scrapes: names as people write them in dashboards and alerts. */
class QueueMetricsTest {

    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final ScrapeText scrape = new ScrapeText();
    private final BulkActionMetrics all = new BulkActionMetrics(scrape.registry);
    private final QueueMetrics metrics = all.queue(new QueueName("default"));

    @Test
    void everyNameIsThereWithItsTypeBeforeAnythingHappens() {
        metrics.expectProcessor("SEND_EMAIL");
        watch(QueueMetricsTest::numbers);
        metrics.watchPool(() -> 10, () -> 4);
        metrics.scriptRan("claim", 0);
        metrics.showPending(Map.of(new GroupId("customer-A"), 1L), 1);

        assertThat(scrape.types()).contains(
                entry("bulk_action_queue_groups", "gauge"),
                entry("bulk_action_enqueue_total", "counter"),
                entry("bulk_action_dequeue_total", "counter"),
                entry("bulk_action_group_pending_jobs", "gauge"),
                entry("bulk_action_lua_duration_seconds", "summary"),
                entry("bulk_action_rate_limit_allowed_total", "counter"),
                entry("bulk_action_rate_limit_denied_total", "counter"),
                entry("bulk_action_ready_queue_size", "gauge"),
                entry("bulk_action_non_ready_queue_size", "gauge"),
                entry("bulk_action_in_flight", "gauge"),
                entry("bulk_action_dead_letter_size", "gauge"),
                entry("bulk_action_dispatch_moved_total", "counter"),
                entry("bulk_action_dispatch_cycle_duration_seconds", "summary"),
                entry("bulk_action_dispatch_skip_total", "counter"),
                entry("bulk_action_backpressure_admitted_total", "counter"),
                entry("bulk_action_backpressure_rejected_total", "counter"),
                entry("bulk_action_worker_pool_size", "gauge"),
                entry("bulk_action_worker_pool_active", "gauge"),
                entry("bulk_action_worker_pool_idle", "gauge"),
                entry("bulk_action_fetcher_total_fetched", "gauge"),
                entry("bulk_action_fetcher_empty_polls", "gauge"),
                entry("bulk_action_fetcher_admitted_ready", "gauge"),
                entry("bulk_action_fetcher_admitted_non_ready", "gauge"),
                entry("bulk_action_dispatcher_total_moved", "gauge"),
                entry("bulk_action_dispatcher_total_skipped", "gauge"),
                entry("bulk_action_worker_job_duration_seconds", "histogram"),
                entry("bulk_action_worker_job_success_total", "counter"),
                entry("bulk_action_worker_job_failed_total", "counter"),
                entry("bulk_action_worker_job_timeout_total", "counter"),
                entry("bulk_action_worker_job_retry_total", "counter"),
                entry("bulk_action_worker_job_abandoned_total", "counter"),
                entry("bulk_action_worker_job_throttled_total", "counter"),
                entry("bulk_action_worker_dead_letter_total", "counter"),
                entry("bulk_action_recovered_total", "counter"),
                entry("bulk_action_fenced_total", "counter"),
                entry("bulk_action_not_replicated_total", "counter"),
                entry("bulk_action_job_wait_seconds", "histogram"),
                entry("bulk_action_queue_paused", "gauge"),
                entry("bulk_action_congestion_level", "gauge"));
        assertThat(scrape.series().keySet()).allMatch(series -> series.contains("queue=\"default\""));
    }

    @Test
    void submittingFetchingAndDispatchingAreCounted() {
        metrics.enqueued(100);
        metrics.fetched(30);
        metrics.fetched(1);
        metrics.claimed(25);
        metrics.sentToNonReady(12);
        metrics.fetchedNothing();
        metrics.fetchRejected();
        metrics.denied(DenyReason.GLOBAL, 5);
        metrics.denied(DenyReason.PER_GROUP, 12);
        metrics.dispatched(7, 3 * MILLISECOND);
        metrics.dispatched(0, 3 * MILLISECOND);

        assertThat(scrape.series()).contains(
                entry("bulk_action_enqueue_total{queue=\"default\"}", 100.0),
                entry("bulk_action_dequeue_total{queue=\"default\"}", 31.0),
                entry("bulk_action_backpressure_admitted_total{destination=\"ready\",queue=\"default\"}", 31.0),
                entry("bulk_action_backpressure_admitted_total{destination=\"non_ready\",queue=\"default\"}", 12.0),
                entry("bulk_action_backpressure_rejected_total{queue=\"default\"}", 1.0),
                entry("bulk_action_fetcher_total_fetched{queue=\"default\"}", 31.0),
                entry("bulk_action_fetcher_admitted_ready{queue=\"default\"}", 31.0),
                entry("bulk_action_fetcher_admitted_non_ready{queue=\"default\"}", 12.0),
                entry("bulk_action_fetcher_empty_polls{queue=\"default\"}", 1.0),
                entry("bulk_action_rate_limit_allowed_total{queue=\"default\"}", 25.0),
                entry("bulk_action_rate_limit_denied_total{queue=\"default\",reason=\"global\"}", 5.0),
                entry("bulk_action_rate_limit_denied_total{queue=\"default\",reason=\"per_group\"}", 12.0),
                entry("bulk_action_dispatch_moved_total{queue=\"default\"}", 7.0),
                entry("bulk_action_dispatcher_total_moved{queue=\"default\"}", 7.0),
                entry("bulk_action_dispatch_skip_total{queue=\"default\"}", 1.0),
                entry("bulk_action_dispatcher_total_skipped{queue=\"default\"}", 1.0),
                entry("bulk_action_dispatch_cycle_duration_seconds_count{queue=\"default\"}", 2.0),
                entry("bulk_action_dispatch_cycle_duration_seconds_sum{queue=\"default\"}", 0.006));
    }

    @Test
    void attemptsAreCountedByProcessorAndTimed() {
        metrics.jobSucceeded("SEND_EMAIL", 3 * MILLISECOND);
        metrics.jobFailed("SEND_EMAIL", 4 * MILLISECOND);
        metrics.jobRetried("SEND_EMAIL");
        metrics.jobTimedOut("SEND_EMAIL", 2000 * MILLISECOND);
        metrics.jobAbandoned("SEND_EMAIL");
        metrics.jobThrottled("SEND_EMAIL", MILLISECOND);
        metrics.deadLettered(2);
        metrics.recovered(3);
        metrics.fenced(4);
        metrics.notReplicated();

        String labels = "{processor=\"SEND_EMAIL\",queue=\"default\"";
        assertThat(scrape.series()).contains(
                entry("bulk_action_worker_job_success_total" + labels + "}", 1.0),
                entry("bulk_action_worker_job_failed_total" + labels + "}", 2.0),
                entry("bulk_action_worker_job_timeout_total" + labels + "}", 1.0),
                entry("bulk_action_worker_job_retry_total" + labels + "}", 1.0),
                entry("bulk_action_worker_job_abandoned_total" + labels + "}", 1.0),
                entry("bulk_action_worker_job_throttled_total" + labels + "}", 1.0),
                entry("bulk_action_worker_dead_letter_total{queue=\"default\"}", 2.0),
                entry("bulk_action_recovered_total{queue=\"default\"}", 3.0),
                entry("bulk_action_fenced_total{queue=\"default\"}", 4.0),
                entry("bulk_action_not_replicated_total{queue=\"default\"}", 1.0),
                entry("bulk_action_worker_job_duration_seconds_count" + labels + "}", 4.0),
                entry("bulk_action_worker_job_duration_seconds_bucket" + labels + ",le=\"0.005\"}", 3.0),
                entry("bulk_action_worker_job_duration_seconds_bucket" + labels + ",le=\"2.5\"}", 4.0),
                entry("bulk_action_worker_job_duration_seconds_bucket" + labels + ",le=\"+Inf\"}", 4.0));
    }

    @Test
    void waitsAndScriptsAreTimed() {
        metrics.waited(Duration.ofMillis(4));
        metrics.waited(Duration.ofMinutes(2));
        metrics.scriptRan("claim", MILLISECOND);
        metrics.scriptRan("claim", MILLISECOND);
        metrics.scriptRan("enqueue", 2 * MILLISECOND);

        assertThat(scrape.series()).contains(
                entry("bulk_action_job_wait_seconds_count{queue=\"default\"}", 2.0),
                entry("bulk_action_job_wait_seconds_bucket{queue=\"default\",le=\"0.005\"}", 1.0),
                entry("bulk_action_job_wait_seconds_bucket{queue=\"default\",le=\"300.0\"}", 2.0),
                entry("bulk_action_lua_duration_seconds_count{queue=\"default\",script=\"claim\"}", 2.0),
                entry("bulk_action_lua_duration_seconds_sum{queue=\"default\",script=\"enqueue\"}", 0.002));
    }

    @Test
    void theQueuesGaugesComeFromOneReadPerScrape() {
        AtomicInteger reads = new AtomicInteger();
        watch(() -> {
            reads.incrementAndGet();
            return numbers();
        });

        Map<String, Double> series = scrape.series();

        assertThat(reads).hasValue(1);
        assertThat(series).contains(
                entry("bulk_action_ready_queue_size{queue=\"default\"}", 1.0),
                entry("bulk_action_non_ready_queue_size{queue=\"default\"}", 2.0),
                entry("bulk_action_in_flight{queue=\"default\"}", 3.0),
                entry("bulk_action_dead_letter_size{queue=\"default\"}", 4.0),
                entry("bulk_action_queue_paused{queue=\"default\"}", 1.0),
                entry("bulk_action_queue_groups{priority=\"high\",queue=\"default\"}", 5.0),
                entry("bulk_action_queue_groups{priority=\"normal\",queue=\"default\"}", 6.0),
                entry("bulk_action_queue_groups{priority=\"low\",queue=\"default\"}", 0.0),
                entry("bulk_action_congestion_level{level=\"none\",queue=\"default\"}", 0.0),
                entry("bulk_action_congestion_level{level=\"low\",queue=\"default\"}", 0.0),
                entry("bulk_action_congestion_level{level=\"moderate\",queue=\"default\"}", 0.0),
                entry("bulk_action_congestion_level{level=\"high\",queue=\"default\"}", 0.0),
                entry("bulk_action_congestion_level{level=\"severe\",queue=\"default\"}", 7.0));
    }

    @Test
    void aScrapeWhileRedisIsDownAsksOnceAndShowsNotANumber() {
        AtomicInteger reads = new AtomicInteger();
        watch(() -> {
            reads.incrementAndGet();
            throw new IllegalStateException("down");
        });

        assertThat(scrape.series()).containsEntry("bulk_action_ready_queue_size{queue=\"default\"}", Double.NaN);
        assertThat(reads).hasValue(1);
    }

    @Test
    void aLaterSupplierTakesThePlaceOfTheFirst() {
        metrics.watchPool(() -> 10, () -> 4);
        metrics.watchPool(() -> 20, () -> 15);

        assertThat(scrape.series()).contains(
                entry("bulk_action_worker_pool_size{queue=\"default\"}", 20.0),
                entry("bulk_action_worker_pool_active{queue=\"default\"}", 15.0),
                entry("bulk_action_worker_pool_idle{queue=\"default\"}", 5.0));
    }

    @Test
    void onlyTheLargestGroupsAreShownAndOldOnesGo() {
        metrics.showPending(Map.of(new GroupId("a"), 1L, new GroupId("b"), 30L, new GroupId("c"), 20L), 2);
        assertThat(pendingSeries()).containsOnly(
                entry("bulk_action_group_pending_jobs{groupId=\"b\",queue=\"default\"}", 30.0),
                entry("bulk_action_group_pending_jobs{groupId=\"c\",queue=\"default\"}", 20.0));

        metrics.showPending(Map.of(new GroupId("a"), 1L, new GroupId("c"), 19L), 1);
        assertThat(pendingSeries())
                .containsOnly(entry("bulk_action_group_pending_jobs{groupId=\"c\",queue=\"default\"}", 19.0));
    }

    @Test
    void theNumberOfGroupsShownHasALimit() {
        Map<GroupId, Long> many = new HashMap<>();
        IntStream.range(0, 500).forEach(n -> many.put(new GroupId("g" + n), (long) n));

        metrics.showPending(many, 500);

        assertThat(pendingSeries()).hasSize(100);
    }

    @Test
    void tooManyProcessorTypesShareOneSeries() {
        IntStream.range(0, 500).forEach(n -> metrics.jobSucceeded("TYPE_" + n, MILLISECOND));

        Map<String, Double> series = scrape.series();
        assertThat(series).containsEntry(
                "bulk_action_worker_job_success_total{processor=\"other\",queue=\"default\"}", 300.0);
        assertThat(series.keySet()).filteredOn(s -> s.startsWith("bulk_action_worker_job_success_total")).hasSize(201);
    }

    @Test
    void queuesKeepApart() {
        QueueMetrics other = all.queue(new QueueName("nas-sync"));
        metrics.enqueued(1);
        other.enqueued(2);

        assertThat(all.queue(new QueueName("default"))).isSameAs(metrics);
        assertThat(scrape.series()).contains(
                entry("bulk_action_enqueue_total{queue=\"default\"}", 1.0),
                entry("bulk_action_enqueue_total{queue=\"nas-sync\"}", 2.0));
    }

    @Test
    void theHotPathAllocatesNothing() {
        int jobs = 50_000;
        recordJobs(jobs);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        recordJobs(jobs);
        long perJob = (threads.getCurrentThreadAllocatedBytes() - before) / jobs;

        assertThat(perJob).isLessThan(16);
    }

    private void recordJobs(int jobs) {
        for (int job = 0; job < jobs; job++) {
            metrics.jobSucceeded("SEND_EMAIL", MILLISECOND);
            metrics.jobFailed("SEND_EMAIL", MILLISECOND);
            metrics.scriptRan("claim", MILLISECOND);
            metrics.fetched(1);
        }
    }

    private Map<String, Double> pendingSeries() {
        Map<String, Double> series = scrape.series();
        series.keySet().removeIf(name -> !name.startsWith("bulk_action_group_pending_jobs"));
        return series;
    }

    private void watch(Supplier<Map<String, Long>> source) {
        Gauges<Map<String, Long>> gauges = metrics.gauges(source)
                .ready(read -> read.get("ready"))
                .nonReady(read -> read.get("non-ready"))
                .inFlight(read -> read.get("in-flight"))
                .deadLetters(read -> read.get("dead-letters"))
                .paused(read -> read.get("paused"));
        for (PriorityLevel level : PriorityLevel.values()) {
            gauges.groups(level, read -> read.get(level.name()));
        }
        for (CongestionLevel level : CongestionLevel.values()) {
            gauges.congestion(level, read -> level == CongestionLevel.SEVERE ? read.get("severe") : 0);
        }
    }

    private static Map<String, Long> numbers() {
        return Map.of("ready", 1L, "non-ready", 2L, "in-flight", 3L, "dead-letters", 4L, "paused", 1L,
                "HIGH", 5L, "NORMAL", 6L, "LOW", 0L, "severe", 7L);
    }
}
