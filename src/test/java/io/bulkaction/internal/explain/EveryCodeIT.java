package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch.Given;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.sending.Calendar;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that an explanation may say comes about. */
class EveryCodeIT {

    private TestQueue test = TestQueue.with();

    @ParameterizedTest
    @EnumSource(Code.class)
    void everyCodeIsGivenWhereItIsRight(Code code) {
        assertThat(scene(code).code()).isEqualTo(code);
    }

    private Explanation scene(Code code) {
        return switch (code) {
            case REDIS_UNREACHABLE -> unreachable();
            case QUEUE_PAUSED -> {
                QueueControl.of(working()).pause("maintenance", "anna");
                yield queue();
            }
            case NO_WORKERS -> queue();
            case STALLED -> {
                working();
                test.enqueue("a", "1");
                test.advance(Duration.ofHours(1).toMillis());
                working();
                yield queue();
            }
            case QUEUE_CONCURRENCY -> {
                ready("worker-pool.max-concurrency", "1");
                test.claimOne();
                yield queue();
            }
            case QUEUE_RATE -> {
                test = TestQueue.with("backpressure.global-rps", "10", "backpressure.rate-limit-burst", "1s");
                working();
                test.enqueue("a", ids(130));
                for (int second = 0; second < 10; second++) {
                    test.fetch(10);
                    test.complete(test.claim(10));
                    test.advance(1_000);
                }
                test.fetch(10);
                yield queue();
            }
            case QUEUE_LIMITER -> {
                test = TestQueue.with("backpressure.limiter", "partner-" + UUID.randomUUID());
                working();
                test.enqueue("a", ids(3));
                test.queue().tokens().upTo(100);
                yield queue();
            }
            case WORKERS_BUSY -> {
                ready();
                test.claimOne();
                yield queue();
            }
            case RUNNING -> {
                ready();
                test.claimOne();
                yield group("a");
            }
            case TURN -> {
                working();
                test.enqueue("a", "1");
                yield group("a");
            }
            case READY -> {
                working();
                test.enqueue("a", "1");
                test.fetch(1);
                yield job("1");
            }
            case GROUPS_PARKED -> {
                working();
                test.enqueue("a", ids(3));
                Groups.of(test.queue()).limit(new GroupId("a"), new GroupLimits(1.0, null));
                startAll().forEach(job -> test.complete(job));
                yield queue();
            }
            case THROTTLED -> {
                ready();
                test.throttle(test.claimOne(), Duration.ofMinutes(1));
                yield group("a");
            }
            case UNKNOWN_PROCESSOR -> {
                working();
                test.enqueue("a", "1", "2");
                test.queue().foreign().met("TEST");
                startAll();
                yield group("a");
            }
            case GROUP_RATE -> {
                working();
                test.enqueue("a", ids(3));
                Groups.of(test.queue()).limit(new GroupId("a"), new GroupLimits(1.0, null));
                startAll();
                yield group("a");
            }
            case TENANT_RATE -> {
                working();
                test.enqueue("acme/a", ids(3));
                Tenants.of(test.queue()).limit(new TenantId("acme"), new GroupLimits(1.0, null));
                startAll();
                yield tenant("acme");
            }
            case TENANT_CONCURRENCY -> {
                working();
                test.enqueue("acme/a", ids(3));
                Tenants.of(test.queue()).limit(new TenantId("acme"), new GroupLimits(null, 1));
                startAll();
                yield tenant("acme");
            }
            case CONCURRENCY -> {
                working();
                test.enqueue("a", ids(3));
                Groups.of(test.queue()).limit(new GroupId("a"), new GroupLimits(null, 1));
                startAll();
                yield group("a");
            }
            case AFTER -> given(Given.NOTHING.after(test.queue().name() + ";other;ALWAYS;1"));
            case SCHEDULED -> given(Given.NOTHING.startingAt(Instant.ofEpochMilli(test.now() + 60_000)));
            case SENDING_WINDOW -> {
                Calendar.of(test).put("night", "00:00-06:00", "UTC");
                yield given(Given.NOTHING.with(new GroupLimits(null, null, null, "night")));
            }
            case UNKNOWN_SENDING_WINDOW -> given(Given.NOTHING.with(new GroupLimits(null, null, null, "strange")));
            case GROUP_PAUSED -> {
                working();
                test.enqueue("a", "1");
                Groups.of(test.queue()).pause(new GroupId("a"), "asked", "anna");
                yield queue();
            }
            case TENANT_PAUSED -> {
                working();
                test.enqueue("acme/a", "1");
                Tenants.of(test.queue()).pause(new TenantId("acme"), "asked", "anna");
                yield queue();
            }
            case RETRY -> {
                ready();
                test.retry(test.claimOne(), Duration.ofMinutes(1));
                yield job("1");
            }
            case NOT_SEALED -> {
                working();
                test.enqueue(TestQueue.batch("a", null, false, List.of("1")));
                startAll().forEach(job -> test.complete(job));
                yield queue();
            }
            case AGGREGATING -> {
                working();
                test.enqueue("a", "1");
                test.fetch(1);
                test.completeForAggregator(test.claimOne());
                yield group("a");
            }
            case CANCELLING -> {
                ready();
                test.claimOne();
                new ExplainedQueue(test).groups().cancel(test.queue().name(), new GroupId("a"), "asked");
                yield group("a");
            }
            case DEAD_LETTER -> {
                ready();
                test.fail(test.claimOne());
                yield job("1");
            }
            case FINISHED -> {
                working();
                test.enqueue("a", "1");
                startAll().forEach(job -> test.complete(job));
                yield group("a");
            }
            case IDLE -> {
                working();
                yield queue();
            }
        };
    }

    private Explanation unreachable() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            test = TestQueue.on(redis);
        }
        return queue();
    }

    private Explanation given(Given given) {
        working();
        test.enqueue(TestQueue.batch("a", null, true, List.of("1")).with(given));
        return group("a");
    }

    /** Two jobs of a group wait for the one worker there is. */
    private void ready(String... properties) {
        test = TestQueue.with(properties);
        working();
        test.enqueue("a", ids(2));
        test.fetch(2);
    }

    private List<ClaimedJob> startAll() {
        test.fetch(10);
        List<ClaimedJob> started = test.claim(10);
        test.fetch(10);
        return started;
    }

    private Queue working() {
        new ExplainedQueue(test).workers(1);
        return test.queue();
    }

    private Explanation queue() {
        return new ExplainedQueue(test).queue();
    }

    private Explanation group(String id) {
        return new ExplainedQueue(test).group(id);
    }

    private Explanation tenant(String id) {
        return new ExplainedQueue(test).tenant(id);
    }

    private Explanation job(String id) {
        return new ExplainedQueue(test).job(id);
    }

    private static String[] ids(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toArray(String[]::new);
    }
}
