package io.bulkaction.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.Job;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import io.bulkaction.JobResult;
import io.bulkaction.JobView;
import io.bulkaction.internal.testkit.SharedRedis;
import io.bulkaction.spi.JobInterceptor;
import io.bulkaction.test.BulkActionClock;
import io.bulkaction.test.BulkActionProbe;
import io.bulkaction.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Handlers, interceptors and metadata in an application: in both forms of the test kit, and with the engine. */
@Execution(ExecutionMode.SAME_THREAD)
class HandlersInApplicationsIT {

    private static final List<String> TOLD = new CopyOnWriteArrayList<>();
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();

    @EnableAutoConfiguration
    static class Host {

        private final BulkActionService needsWhatNeedsTheHandlers;

        Host(BulkActionService bulkActions) {
            this.needsWhatNeedsTheHandlers = bulkActions;
        }

        @JobHandler(value = "GREET", maxAttempts = 2, backoff = "1ms")
        void greet(Map<String, String> payload, Job job) {
            TOLD.add(payload.get("name") + " " + job.metadata() + " " + MDC.get("job") + " " + job.attempt());
            if (payload.get("name").equals("twice")) {
                throw new IllegalStateException("again");
            }
        }

        @JobHandler(value = "CAREFUL", maxAttempts = 3, backoff = "10s", multiplier = 3, maxBackoff = "20s", permanent = IllegalArgumentException.class)
        void careful(String what) {
            TOLD.add(what);
            throw what.equals("bad") ? new IllegalStateException(new NumberFormatException("bad"))
                    : new IllegalStateException(what);
        }

        @JobHandler(value = "SLOW", concurrency = 2)
        void slow() {
            MOST.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
            try {
                LockSupport.parkNanos(5_000_000); // stands for work; nothing is asserted of how long it takes
            } finally {
                RUNNING.decrementAndGet();
            }
        }

        @Bean
        @Order(2)
        JobInterceptor inner() {
            return around("inner");
        }

        @Bean
        @Order(1)
        JobInterceptor outer() {
            return around("outer");
        }

        private static JobInterceptor around(String name) {
            return (job, attempt) -> {
                TOLD.add(name + " before");
                JobResult result = attempt.proceed();
                TOLD.add(name + " after");
                return result;
            };
        }
    }

    @EnableAutoConfiguration
    static class TwoOfOneType {

        @JobHandler("SAME")
        void one() {}

        @JobHandler("SAME")
        void other() {}
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothFormsOfTheTestKitRunThem(boolean inline) {
        TOLD.clear();
        try (ConfigurableApplicationContext host =
                start(Host.class, inline ? Map.of("bulk-action.test.inline", "true") : SharedRedis.settings())) {
            BulkActionService service = host.getBean(BulkActionService.class);
            service.submit(BulkActionRequest.to("default", "g").processor("GREET").with("tenant", "kr")
                    .with("a", "common")
                    .jobs(List.of(JobRequest.of("j-1", Map.of("name", "Kim")).with("a", "own\n\"one\"")))
                    .build());
            BulkActionProbe probe = host.getBean(BulkActionProbe.class);
            assertThat(probe.submitted("g").getFirst().metadata()).containsExactlyInAnyOrderEntriesOf(
                    Map.of("tenant", "kr", "a", "own\n\"one\""));
            probe.runAll();

            assertThat(TOLD).hasSize(5).startsWith("outer before", "inner before")
                    .endsWith("inner after", "outer after")
                    .anySatisfy(told -> assertThat(told).startsWith("Kim {").endsWith("} j-1 1").contains("tenant=kr"));
            assertThat(service.job("default", "g", "j-1")).map(JobView::metadata).get()
                    .isEqualTo(Map.of("tenant", "kr", "a", "own\n\"one\""));
            assertThat(probe.result("g").status()).isEqualTo(GroupStatus.COMPLETED);
        }
    }

    @Test
    void theAnnotationGivesWayToSettings() {
        TOLD.clear();
        try (ConfigurableApplicationContext host = start(Host.class, Map.of(
                "bulk-action.test.inline", "true", "bulk-action.processors.greet.retry.max-retries", "3"))) {
            host.getBean(BulkActionService.class).submit(BulkActionRequest.to("default", "g").processor("GREET")
                    .jobs(List.of(JobRequest.of(Map.of("name", "twice")))).build());
            assertThat(host.getBean(BulkActionProbe.class).runAll()).isEqualTo(4);
        }
        try (ConfigurableApplicationContext host = start(Host.class, Map.of("bulk-action.test.inline", "true"))) {
            host.getBean(BulkActionService.class).submit(BulkActionRequest.to("default", "g").processor("GREET")
                    .jobs(List.of(JobRequest.of(Map.of("name", "twice")))).build());
            assertThat(host.getBean(BulkActionProbe.class).runAll()).isEqualTo(2);
        }
    }

    @Test
    void theAnnotationSaysHowToRetryAndWhatNot() {
        TOLD.clear();
        try (ConfigurableApplicationContext host = start(Host.class, Map.of(
                "bulk-action.test.inline", "true", "bulk-action.queues.default.retry.jitter", "0"))) {
            host.getBean(BulkActionService.class).submit(BulkActionRequest.to("default", "g").processor("CAREFUL")
                    .jobs(List.of(JobRequest.of("j-1", "bad"), JobRequest.of("j-2", "again"))).build());
            BulkActionClock clock = host.getBean(BulkActionClock.class);
            clock.advance(Duration.ofSeconds(9));
            assertThat(TOLD).filteredOn(told -> !told.contains(" ")).containsExactly("bad", "again");
            clock.advance(Duration.ofSeconds(1));
            clock.advance(Duration.ofSeconds(19));
            assertThat(TOLD).filteredOn("again"::equals).hasSize(2);
            clock.advance(Duration.ofSeconds(1));
            assertThat(TOLD).filteredOn("again"::equals).hasSize(3);
            assertThat(host.getBean(BulkActionProbe.class).failures("g")).hasSize(2);
        }
    }

    /** They were ignored, and nobody knew. */
    @ParameterizedTest
    @ValueSource(strings = {
        "bulk-action.processors.greet.retry.max-retrys", "bulk-action.processors.greet.job-timeouts",
        "bulk-action.processors.greet.anything"})
    void aMisspeltSettingOfAHandlerStopsTheStart(String name) {
        assertThatExceptionOfType(BeanCreationException.class)
                .isThrownBy(() -> start(Host.class, Map.of("bulk-action.test.inline", "true", name, "3")))
                .havingRootCause().withMessageContaining(name)
                .withMessageContaining("is unknown; bulk-action.processors.greet");
        try (ConfigurableApplicationContext host = start(Host.class, Map.of(
                "bulk-action.test.inline", "true", name, "3", "bulk-action.start-check", "warn",
                "bulk-action.processors.of-my-own.anything", "1"))) {
            assertThat(host.isActive()).isTrue();
        }
    }

    @Test
    void metadataIsBounded() {
        try (ConfigurableApplicationContext host = start(Host.class, Map.of("bulk-action.test.inline", "true"))) {
            BulkActionService service = host.getBean(BulkActionService.class);
            for (JobRequest bad : List.of(
                    JobRequest.of("j", 1).with("no blanks", "1"),
                    JobRequest.of("j", 1).with("long", "x".repeat(2_000)))) {
                assertThatExceptionOfType(InvalidSubmissionException.class)
                        .isThrownBy(() -> service.submit(BulkActionRequest.to("default", "g").processor("GREET")
                                .jobs(List.of(bad)).build()))
                        .withMessageStartingWith("jobs[0]: metadata of job 'j': ");
            }
        }
    }

    @Test
    void noMoreJobsOfATypeRunAtOnceThanItsConcurrency() {
        MOST.set(0);
        try (ConfigurableApplicationContext host = start(Host.class, Map.of(
                "bulk-action.redis.url", "redis://" + TestRedis.host() + ":" + TestRedis.port(),
                "bulk-action.key-prefix", TestRedis.uniquePrefix()))) {
            BulkActionService service = host.getBean(BulkActionService.class);
            service.submit(BulkActionRequest.to("default", "slow").processor("SLOW")
                    .jobs(IntStream.range(0, 60).mapToObj(i -> JobRequest.of("" + i, i))).build());
            service.submit(BulkActionRequest.to("default", "quick").processor("GREET")
                    .jobs(IntStream.range(0, 60).mapToObj(i -> JobRequest.of("" + i, Map.of("name", "Kim")))).build());
            for (String group : List.of("quick", "slow")) {
                await().untilAsserted(() -> assertThat(service.progress("default", group))
                        .map(GroupProgress::status).contains(GroupStatus.COMPLETED));
            }
            assertThat(MOST.get()).isBetween(1, 2);
        }
    }

    @Test
    void twoHandlersOfOneTypeStopTheStart() {
        assertThatExceptionOfType(BeanCreationException.class)
                .isThrownBy(() -> start(TwoOfOneType.class, Map.of("bulk-action.test.inline", "true")))
                .havingRootCause()
                .withMessageContaining("Two processors of type 'SAME'").withMessageContaining("TwoOfOneType.one")
                .withMessageContaining("TwoOfOneType.other");
    }

    private static ConfigurableApplicationContext start(Class<?> application, Map<String, Object> settings) {
        return new SpringApplicationBuilder(application).web(WebApplicationType.NONE).run(settings.entrySet().stream()
                .flatMap(each -> Stream.of("--" + each.getKey() + "=" + each.getValue())).toArray(String[]::new));
    }
}
