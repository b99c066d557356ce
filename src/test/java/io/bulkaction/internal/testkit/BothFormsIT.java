package io.bulkaction.internal.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.After;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.BulkActionStream;
import io.bulkaction.Explanation;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.Job;
import io.bulkaction.JobFailedEvent;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobRequest;
import io.bulkaction.JobResult;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.QueuePausedEvent;
import io.bulkaction.QueueResumedEvent;
import io.bulkaction.Rescheduling;
import io.bulkaction.Submission;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.spi.JobSource;
import io.bulkaction.spi.ResultAggregator;
import io.bulkaction.test.BulkActionClock;
import io.bulkaction.test.BulkActionProbe;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** A story told to the test kit in memory and on Redis: what a test would see is the same, word for word. */
@Execution(ExecutionMode.SAME_THREAD)
class BothFormsIT {

    private static final Map<String, Object> INLINE = Map.of("bulk-action.test.inline", "true");

    @Test
    void whatATestSeesInMemoryIsWhatItSeesOnRedis() {
        List<String> inMemory = tell(INLINE);
        List<String> onRedis = tell(SharedRedis.settings());

        assertThat(inMemory).isEqualTo(onRedis).hasSizeGreaterThan(30);
    }

    /** In memory a queue cannot be paused. */
    @Test
    void aTestOnRedisHearsOfPauses() {
        try (ConfigurableApplicationContext context = start(SharedRedis.settings(),
                "bulk-action.queues.default.on-final-failure=pause")) {
            context.getBean(BulkActionService.class).submit(jobs("g", "fail-for-good"));
            context.getBean(BulkActionProbe.class).runAll();
            Queue queue = context.getBean(Queues.class).get(new QueueName("default"));
            QueueControl.of(queue).resume();
            context.getBean(BulkActionProbe.class).runAll();

            assertThat(context.getBean(Host.class).events)
                    .contains("default paused by bulk-action", "default resumed");
        }
    }

    @Test
    void manyContextsUseOneRedisAndSeeOnlyTheirOwn() {
        try (ConfigurableApplicationContext one = start(SharedRedis.settings());
                ConfigurableApplicationContext other = start(SharedRedis.settings())) {
            one.getBean(BulkActionService.class).submit(jobs("shared", "a", "b"));

            assertThat(one.getEnvironment().getProperty("bulk-action.test.redis-url"))
                    .isEqualTo(other.getEnvironment().getProperty("bulk-action.test.redis-url"));
            assertThat(one.getBean(BulkActionProbe.class).submitted("shared")).hasSize(2);
            assertThat(other.getBean(BulkActionProbe.class).submitted("shared")).isEmpty();
            assertThat(other.getBean(BulkActionProbe.class).runAll()).isZero();
            assertThat(one.getBean(BulkActionProbe.class).runAll()).isEqualTo(2);
        }
    }

    @Test
    void nothingRunsByItself() {
        try (ConfigurableApplicationContext context = start(SharedRedis.settings())) {
            assertThat(context.containsBean("bulkActionLifecycle")).isFalse();
        }
    }

    private static List<String> tell(Map<String, Object> settings) {
        try (ConfigurableApplicationContext context = start(settings)) {
            return new Story(context).told();
        }
    }

    private static ConfigurableApplicationContext start(Map<String, Object> settings, String... own) {
        String[] more = Stream.of(settings.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()),
                Stream.of(own),
                Stream.of("bulk-action.queues.default.worker-pool.worker-count=1", // in memory one job runs at a time
                        "bulk-action.queues.default.retry.max-retries=2",
                        "bulk-action.queues.default.retry.backoff=1m",
                        "bulk-action.queues.default.retry.max-backoff=1m",
                        "bulk-action.queues.default.retry.jitter=0",
                        "bulk-action.recurring.hourly.cron=0 * * * *",
                        "bulk-action.recurring.hourly.processor=DO",
                        "bulk-action.recurring.hourly.source=hourly"))
                .flatMap(each -> each)
                .map(each -> "--" + each)
                .toArray(String[]::new);
        return new SpringApplicationBuilder(Host.class).web(WebApplicationType.NONE).run(more);
    }

    private static BulkActionRequest jobs(String group, String... ids) {
        return BulkActionRequest.to("default", group)
                .processor("DO")
                .jobs(Stream.of(ids).map(id -> JobRequest.of(id, Map.of("id", id))))
                .build();
    }

    /** Notes what a test could ask, without times of the wall clock. */
    private static final class Story {

        private final List<String> told = new ArrayList<>();
        private final BulkActionService service;
        private final BulkActionProbe probe;
        private final BulkActionClock clock;
        private final Host host;
        private final Instant start;

        Story(ConfigurableApplicationContext context) {
            this.service = context.getBean(BulkActionService.class);
            this.probe = context.getBean(BulkActionProbe.class);
            this.clock = context.getBean(BulkActionClock.class);
            this.host = context.getBean(Host.class);
            // why: else a tick of this hour may come in one story and not in the other
            clock.advance(
                    Duration.between(clock.now(), clock.now().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS)));
            this.start = clock.now();
        }

        List<String> told() {
            successesAndDuplicates();
            retriesAndFailures();
            anOpenRun();
            aCancelledRun();
            aPause();
            aChain();
            otherTimes();
            tenants();
            refusals();
            whatRecurs();
            told.addAll(host.events);
            return told;
        }

        private void successesAndDuplicates() {
            tell(service.submit(jobs("plain", "a", "b")));
            tell(service.submit(jobs("plain", "b", "c")));
            progress("plain");
            told.add("ran " + probe.runAll());
            group("plain", "a", "b", "c");
            tell(service.submit(jobs("plain", "a")));
            tell(service.submit(jobs("plain", "d")));
            told.add("ran " + probe.runAll());
            group("plain", "a", "d");
        }

        private void retriesAndFailures() {
            tell(service.submit(jobs("failing", "ok", "fail-once", "fail-always", "fail-for-good")));
            clock.advance(Duration.ZERO);
            group("failing", "fail-once", "fail-always", "fail-for-good");
            clock.advance(Duration.ofSeconds(59));
            progress("failing");
            clock.advance(Duration.ofSeconds(1));
            group("failing", "fail-once", "fail-always");
            clock.advance(Duration.ofHours(1));
            group("failing", "ok", "fail-once", "fail-always", "fail-for-good");
            told.add("failures " + probe.failures("failing").stream().map(JobView::id).toList());
        }

        private void anOpenRun() {
            try (BulkActionStream stream = service.open("default", "open", "DO")) {
                stream.add(JobRequest.of("1", 1));
                tell(stream.flush());
                told.add("ran " + probe.runAll());
                group("open", "1");
                stream.add(JobRequest.of("2", 2));
                tell(stream.closeUnsealed());
            }
            told.add("ran " + probe.runAll());
            group("open", "2");
            told.add("sealed " + service.seal("default", "open") + ", nobody " + service.seal("default", "nobody"));
            clock.advance(Duration.ZERO);
            group("open", "2");
        }

        private void aCancelledRun() {
            tell(service.submit(jobs("cancelled", "x", "y")));
            told.add(service.cancel("default", "cancelled", "no longer wanted").toString());
            told.add(service.cancel("default", "cancelled", "again").toString());
            told.add(service.cancel("default", "nobody", "at all").toString());
            told.add("ran " + probe.runAll());
            group("cancelled", "x");
            tell(service.submit(jobs("cancelled", "x")));
            told.add("ran " + probe.runAll());
            group("cancelled", "x", "y");
        }

        private void aPause() {
            tell(service.submit(jobs("paused", "pause-1")));
            told.add("ran " + probe.runAll());
            group("paused", "pause-1");
        }

        private void aChain() {
            tell(service.submit(BulkActionRequest.to("default", "chain-2").processor("DO").after("chain-1")
                    .jobs(List.of(JobRequest.of("x", 1))).build()));
            told.add("ran " + probe.runAll());
            progress("chain-2");
            refused(() -> service.submit(BulkActionRequest.to("default", "chain-1").processor("DO").after("chain-2")
                    .jobs(List.of(JobRequest.of("x", 1))).build()));
            tell(service.submit(jobs("chain-1", "x")));
            told.add("ran " + probe.runAll());
            group("chain-1", "x");
            group("chain-2", "x");
            tell(service.submit(BulkActionRequest.to("default", "chain-3").processor("DO")
                    .after(List.of(new After(null, new GroupId("chain-1"), After.When.FAILED)))
                    .jobs(List.of(JobRequest.of("x", 1))).build()));
            told.add("ran " + probe.runAll());
            group("chain-3", "x");
        }

        private void otherTimes() {
            tell(service.submit(BulkActionRequest.to("default", "later").processor("DO").delay(Duration.ofHours(2))
                    .jobs(List.of(JobRequest.of("now", 1), JobRequest.of("soon", 1).delay(Duration.ofHours(3)),
                            JobRequest.of("late", 1).delay(Duration.ofHours(9))))
                    .build()));
            clock.advance(Duration.ZERO);
            rescheduled(service.reschedule("default", "later", new Timing(null, Duration.ofHours(1))));
            rescheduled(service.rescheduleJob("default", "later", "late", new Timing(null, Duration.ofHours(2))));
            rescheduled(service.rescheduleJob("default", "later", "soon", Timing.NONE));
            clock.advance(Duration.ZERO);
            progress("later");
            clock.advance(Duration.ofMinutes(30));
            rescheduled(service.reschedule("default", "later", Timing.NONE));
            rescheduled(service.reschedule("default", "later", Timing.NONE));
            clock.advance(Duration.ZERO);
            group("later", "now", "soon", "late");
            refused(() -> service.rescheduleJob("default", "later", "now", Timing.NONE));
            refused(() -> service.reschedule("default", "later", new Timing(null, null, null, Duration.ofHours(1))));
            rescheduled(service.rescheduleJob("default", "later", "nobody", Timing.NONE));
            rescheduled(service.reschedule("default", "nobody", Timing.NONE));
            clock.advance(Duration.ofHours(2));
            group("later", "late");
            refused(() -> service.reschedule("default", "later", Timing.NONE));
        }

        private void rescheduled(Optional<Rescheduling> done) {
            told.add(done.map(each -> each.changed() + " " + after(each.startsAt())).orElse("nothing to reschedule"));
        }

        private void tenants() {
            tell(service.submit(jobs("acme/june", "1")));
            tell(service.submit(jobs("acme/july", "1", "2")));
            told.add(service.tenantProgress("default", "acme").map(all -> all.groups() + " " + all.pending())
                    .toString());
            told.add(service.cancelTenant("default", "acme", "moved away").toString());
            told.add(service.tenantProgress("default", "nobody").toString());
            tell(service.submit(jobs("umbrella/june", "1")));
            explained(service.explainTenant("default", "umbrella"));
            told.add("ran " + probe.runAll());
            explained(service.explainTenant("default", "umbrella"));
            explained(service.explainTenant("default", "nobody"));
            explained(service.explain("default", "nobody"));
            explained(service.explain("default", "plain", "nobody"));
            explained(Optional.of(service.explain("default")));
        }

        private void refusals() {
            refused(() -> service.submit(jobs("plain", "not an id")));
            refused(() -> service.submit(jobs("plain")));
            refused(() -> service.progress("unknown", "plain"));
            refused(() -> service.submit(BulkActionRequest.to("default", "plain").processor("UNKNOWN")
                    .jobs(Stream.of(JobRequest.of("z", 1))).build()));
            refused(() -> service.submit(BulkActionRequest.to("default", "plain").processor("DO")
                    .callback("http://169.254.169.254/").jobs(Stream.of(JobRequest.of("z", 1))).build()));
            refused(() -> service.submit(BulkActionRequest.to("default", "plain").processor("DO")
                    .jobs(Stream.of(JobRequest.json("z", "{"))).build()));
        }

        /** On the hour, whatever time it is now. */
        private void whatRecurs() {
            told.add("ticks " + host.ticks.size() + ", ran " + probe.runAll() + ", ticks " + host.ticks.size());
            clock.advance(Duration.ofHours(3));
            told.add("ticks " + host.ticks.size());
            Instant last = host.ticks.getLast();
            told.add(last.truncatedTo(ChronoUnit.HOURS).equals(last) + " "
                    + Duration.between(last, clock.now()).toHours());
            clock.advance(Duration.ofDays(1));
            told.add("ticks " + host.ticks.size());
            probe.clear();
            clock.advance(Duration.ofHours(2));
            told.add("after a fresh start " + host.ticks.size());
        }

        private void refused(Runnable call) {
            try {
                call.run();
                told.add("not refused");
            } catch (RuntimeException refusal) {
                told.add(refusal.getClass().getSimpleName() + ": " + refusal.getMessage());
            }
        }

        private void tell(Submission made) {
            told.add(made.toString());
        }

        private void group(String group, String... jobs) {
            progress(group);
            told.add(group + " result " + service.result("default", group).map(Story::text).orElse("none")
                    + ", of " + service.results("default", group).size());
            explained(service.explain("default", group));
            for (String id : jobs) {
                told.add(group + " " + service.job("default", group, id).map(this::text).orElse("none"));
                explained(service.explain("default", group, id));
            }
            told.add(group + " submitted " + probe.submitted(group).stream().map(Job::id).toList());
        }

        private void progress(String group) {
            GroupProgress now = probe.progress(group);
            told.add(
                    "%s run %d %s: %d jobs, %d done, %d good, %d bad, %d cancelled, %d waiting, %d later, %.1f %%, %s %s %s"
                            .formatted(group, now.run(), now.status(), now.totalJobs(), now.doneJobs(),
                                    now.successCount(),
                                    now.failedCount(), now.cancelledCount(), now.pending() + now.ready(),
                                    now.nonReady(),
                                    now.percent(), after(now.createdAt()), after(now.startedAt()),
                                    after(now.finishedAt())));
        }

        private void explained(Optional<Explanation> given) {
            told.add("explained " + given.map(each -> "%s %s since %s until %s %s".formatted(
                    each.code(), each.state(), after(each.since()), after(each.until()),
                    new TreeMap<>(each.details()))).orElse("none"));
        }

        private static String text(GroupResult result) {
            return "run %d/%d %s: %d of %d, %s, %s, %s, %s".formatted(
                    result.run(), result.ending(), result.status(), result.successCount(), result.totalJobs(),
                    result.successRate(), result.errors(), result.data(), result.cancelReason());
        }

        private String text(JobView job) {
            return "job %s %s in %s until %s: %d attempts, %d retries, %s %s, %s, %s, %s, %s, %s".formatted(
                    job.id(), job.status(), job.place(), job.until() == null ? null : after(job.until()),
                    job.attempts(), job.retryCount(), after(job.startedAt()), after(job.finishedAt()), job.result(),
                    Optional.ofNullable(job.error()).map(JobView.Failure::code), job.history().size(),
                    job.progress(), job.checkpoint());
        }

        private String after(Instant time) {
            return time == null ? "never" : "+" + Duration.between(start, time).toMillis();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Host {

        private final List<String> events = new ArrayList<>();
        private final List<Instant> ticks = new ArrayList<>();

        @EventListener
        void ended(GroupCompletedEvent event) {
            events.add(event.groupId() + " ended run " + event.run() + " as " + event.status());
        }

        @EventListener
        void failed(JobFailedEvent event) {
            events.add(event.groupId() + "#" + event.jobId() + " failed in attempt " + event.attempt() + ": "
                    + event.code());
        }

        @EventListener
        void paused(QueuePausedEvent event) {
            events.add(event.queue() + " paused by " + event.by());
        }

        @EventListener
        void resumed(QueueResumedEvent event) {
            events.add(event.queue() + " resumed");
        }

        @Bean
        JobSource hourly() {
            return new JobSource() {

                @Override
                public String name() {
                    return "hourly";
                }

                @Override
                public Stream<JobRequest> jobs(Tick tick) {
                    ticks.add(tick.at());
                    return Stream.of(JobRequest.of("fail-once", 1), JobRequest.of("ok", 2));
                }
            };
        }

        @Bean
        ResultAggregator<Integer> count() {
            return new Count();
        }

        @Bean
        JobProcessor processor() {
            return new Processor();
        }
    }

    static final class Count implements ResultAggregator<Integer> {

        @Override
        public String type() {
            return "DO";
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer accumulate(Integer soFar, String result) {
            return soFar + 1;
        }

        @Override
        public Integer combine(Integer earlier, Integer later) {
            return earlier + later;
        }
    }

    /** Does what the id of a job says. */
    static final class Processor implements JobProcessor {

        @Override
        public String type() {
            return "DO";
        }

        @Override
        public JobResult process(Job job) {
            job.progress(10 * job.attempt(), "after " + job.checkpoint());
            job.checkpoint(Integer.toString(job.attempt()));
            return switch (job.id().value()) {
                case "fail-once" -> job.retryCount() == 0 ? JobResult.failure("ONCE", "not yet", true)
                        : JobResult.success(Map.of("attempt", job.attempt()));
                case "fail-always" -> throw new IllegalStateException("never");
                case "fail-for-good" -> JobResult.permanent("BROKEN", "for good");
                case "pause-1" -> job.attempt() == 1 ? JobResult.throttled(Duration.ofMinutes(5)) : JobResult.success();
                default -> JobResult.success(Map.of("id", job.id().value()));
            };
        }
    }
}
