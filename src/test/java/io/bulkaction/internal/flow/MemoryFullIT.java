package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.RedisFullException;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Notes;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Redis whose memory is full takes nothing in and lets everything out. */
class MemoryFullIT {

    private final PrivateRedis redis = PrivateRedis.start();
    private final TestQueue test = TestQueue.on(redis, "backpressure.global-rps", "60");
    private final Verbs verbs = new Verbs(test);

    @BeforeEach
    void startWork() {
        Admission.enqueue(test, "a", 0, 100);
        Admission.enqueue(test, "b", 0, 100);
        test.fetch(50);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void aSubmitIsRefusedAsAWhole() {
        Map<String, String> before = test.contents();
        fill();
        assertThatThrownBy(() -> test.enqueue("a", "new-1", "new-2")).hasCauseInstanceOf(RedisFullException.class);
        assertThatThrownBy(() -> test.enqueue("c", "new-3")).hasCauseInstanceOf(RedisFullException.class);
        assertThat(test.contents()).isEqualTo(before);
        redis.configure("maxmemory", "0");
        assertThat(test.enqueue("a", "new-1", "new-2").accepted()).as("sent again").isEqualTo(2);
        Accounting.prove(test);
    }

    @Test
    void everythingThatDrainsGoesOn() {
        fill();
        List<ClaimedJob> jobs = test.claim(20);
        assertThat(jobs).hasSize(20);
        assertThat(test.complete(jobs.subList(0, 4)).applied()).isEqualTo(4);
        assertThat(test.completeForAggregator(jobs.get(4)).applied()).isEqualTo(1);
        assertThat(test.retry(jobs.get(5), Duration.ZERO).applied()).isEqualTo(1);
        assertThat(test.throttle(jobs.get(6), Duration.ZERO).applied()).isEqualTo(1);
        assertThat(test.fail(jobs.get(7)).applied()).isEqualTo(1);
        assertThat(test.fail(jobs.get(8)).applied()).isEqualTo(1);
        assertThat(test.release(jobs.get(9), true).applied()).isEqualTo(1);
        assertThat(test.release(jobs.get(10), false).applied()).isEqualTo(1);
        assertThat(test.partition().inFlight().extend(jobs.subList(11, 12))).isEmpty();
        test.advance(30_000);
        assertThat(test.recover(100).recovered()).isEqualTo(9);
        assertThat(test.dispatch(100).moved()).isPositive();
        assertThat(test.fetch(100).ready()).isPositive();
        assertThat(verbs.pause("full").flag("changed")).isTrue();
        assertThat(verbs.resume().flag("changed")).isTrue();
        assertThat(verbs.retryDead(List.of(jobs.get(7).id().value())).size()).isEqualTo(1);
        assertThat(verbs.skip(List.of(jobs.get(8).id().value())).size()).isEqualTo(1);
        assertThat(verbs.seal("a").text("answer")).isEqualTo("sealed");
        Accounting.prove(test);

        for (int step = 0; step < 20
                && verbs.cancel("b", 50, test.nonReady()).text("answer").equals("cancelling"); step++) {
            test.complete(test.claim(100));
        }
        for (int round = 0; round < 30 && !test.meta("a").get("status").equals("AGGREGATING"); round++) {
            test.advance(1000);
            test.dispatch(100);
            test.fetch(100);
            test.complete(test.claim(100));
        }
        assertThat(verbs.finalizeRun("a").text("answer")).isEqualTo("finalized");
        Notes noted = Groups.of(test.queue()).noted();
        noted.removeEvents(noted.takeEvents(test.partition(), 10, Duration.ofSeconds(1)));
        test.advance(Duration.ofDays(8).toMillis());
        assertThat(verbs.forget(10).number("looked_at")).isEqualTo(2);
        assertThat(CompletedJobs.of(test.queue()).expire(10)).isEqualTo(10);
        Accounting.prove(test);
    }

    /** Less than is in use, so that not even a byte is left. */
    private void fill() {
        redis.configure("maxmemory", "500kb");
    }
}
