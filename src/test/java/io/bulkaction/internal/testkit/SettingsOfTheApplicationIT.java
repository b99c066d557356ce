package io.bulkaction.internal.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.AutoConfigureBulkActions.Mode;
import io.bulkaction.test.BulkActionClock;
import io.bulkaction.test.BulkActionProbe;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/** What an application sets for production, or for its other tests, does not take the test kit away from a test that asks for it. */
@Execution(ExecutionMode.SAME_THREAD)
class SettingsOfTheApplicationIT {

    @EnableAutoConfiguration
    static class Host {

        private final ObjectProvider<BulkActionClock> clock;
        private final List<Instant> starts = new CopyOnWriteArrayList<>();

        Host(ObjectProvider<BulkActionClock> clock) {
            this.clock = clock;
        }

        @JobHandler("NOTE")
        void note() {
            starts.add(clock.getObject().now());
        }
    }

    @SpringBootTest(classes = Host.class, webEnvironment = WebEnvironment.NONE)
    @AutoConfigureBulkActions(Mode.REDIS)
    private abstract static class OnRedis {}

    @SpringBootTest(classes = Host.class, webEnvironment = WebEnvironment.NONE)
    @AutoConfigureBulkActions
    private abstract static class InMemory {}

    @TestPropertySource(properties = "bulk-action.test.inline=true")
    static class InlineEverywhereElse extends OnRedis {}

    @TestPropertySource(properties = "bulk-action.enabled=false")
    static class OffEverywhereElse extends OnRedis {}

    @TestPropertySource(properties = "bulk-action.redis.cluster.nodes=redis-1:6379,redis-2:6379")
    static class WithACluster extends OnRedis {}

    @TestPropertySource(properties = {
        "bulk-action.redis.sentinel.master=main",
        "bulk-action.redis.sentinel.nodes=redis-1:26379",
        "bulk-action.redis.sentinel.password=secret"
    })
    static class WithSentinels extends OnRedis {}

    @TestPropertySource(properties = {
        "bulk-action.redis.url=rediss://redis-1:6379",
        "bulk-action.redis.username=worker",
        "bulk-action.redis.password=secret"
    })
    static class WithALogin extends OnRedis {}

    @TestPropertySource(properties = "bulk-action.redis.ssl.bundle=redis")
    static class WithTls extends OnRedis {}

    @TestPropertySource(properties = "bulk-action.embedded-redis.enabled=true")
    static class WithAnEmbeddedRedis extends OnRedis {}

    @TestPropertySource(properties = "spring.data.redis.url=redis://redis-1:6379")
    static class WithARedisOfItsOwn extends OnRedis {}

    @TestPropertySource(properties = {
        "bulk-action.queues.default.reliability.replicas=2",
        "bulk-action.queues.default.reliability.replica-timeout=100ms"
    })
    static class WithReplicas extends OnRedis {}

    @TestPropertySource(properties = "bulk-action.enabled=false")
    static class OffElsewhere extends InMemory {}

    @TestPropertySource(properties = "bulk-action.test.virtual-time=true")
    static class VirtualElsewhere extends InMemory {}

    @TestPropertySource(properties = {
        "bulk-action.limiters.provider.rps=2",
        "bulk-action.queues.mails.backpressure.limiter=provider",
        "bulk-action.queues.pushes.backpressure.limiter=provider",
        "bulk-action.queues.wide.partitions=4",
        "bulk-action.queues.wide.backpressure.global-rps=2"
    })
    static class WithLimiters extends OnRedis {}

    @ParameterizedTest
    @ValueSource(classes = {
        InlineEverywhereElse.class,
        OffEverywhereElse.class,
        WithACluster.class,
        WithSentinels.class,
        WithALogin.class,
        WithTls.class,
        WithAnEmbeddedRedis.class,
        WithARedisOfItsOwn.class,
        WithReplicas.class
    })
    void aTestOnRedisIsOne(Class<?> test) {
        ApplicationContext context = start(test);

        assertThat(runsAJob(context)).isEqualTo(GroupStatus.COMPLETED);
        assertThat(context.getBean(RedisAccess.class).location().property()).isEqualTo("bulk-action.test.redis-url");
    }

    @ParameterizedTest
    @ValueSource(classes = {OffElsewhere.class, VirtualElsewhere.class})
    void aTestInMemoryIsOne(Class<?> test) {
        ApplicationContext context = start(test);

        assertThat(runsAJob(context)).isEqualTo(GroupStatus.COMPLETED);
        assertThat(context.getBeanNamesForType(RedisAccess.class)).isEmpty();
    }

    @Test
    void aLimiterOfSeveralQueuesCountsInATest() {
        assertThat(startsPerSecond("mails", "pushes")).hasSizeGreaterThanOrEqualTo(4).allMatch(starts -> starts <= 2);
    }

    @Test
    void theRateOfAQueueWithPartitionsCountsInATest() {
        assertThat(startsPerSecond("wide")).hasSizeGreaterThanOrEqualTo(2).allMatch(starts -> starts <= 2);
    }

    /** Of four jobs in each queue. */
    private static List<Long> startsPerSecond(String... queues) {
        ApplicationContext context = start(WithLimiters.class);
        Host host = context.getBean(Host.class);
        host.starts.clear();
        context.getBean(BulkActionProbe.class).clear();
        Stream.of(queues).forEach(queue -> context.getBean(BulkActionService.class).submit(
                BulkActionRequest.to(queue, "g").processor("NOTE")
                        .jobs(Stream.of("a", "b", "c", "d").map(id -> JobRequest.of(id, id))).build()));

        assertThat(context.getBean(BulkActionProbe.class).runAll()).isEqualTo(4 * queues.length);
        Map<Long, Long> perSecond = host.starts.stream()
                .collect(Collectors.groupingBy(Instant::getEpochSecond, Collectors.counting()));
        return List.copyOf(perSecond.values());
    }

    private static GroupStatus runsAJob(ApplicationContext context) {
        context.getBean(BulkActionService.class).submit(
                BulkActionRequest.to("default", "g").processor("NOTE").jobs(List.of(JobRequest.of("j", "a"))).build());
        BulkActionProbe probe = context.getBean(BulkActionProbe.class);
        assertThat(probe.runAll()).isOne();
        return probe.result("g").status();
    }

    private static ApplicationContext start(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }
}
