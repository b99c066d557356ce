package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which leases that ran out bring their job back, and which of them count against it. Lease 30 s, heartbeat 10 s. */
class RecoverIT {

    private static final long LEASE = 30_000;
    private static final long GOOD_FOR = 23_000;
    private static final long HOUR = 3_600_000;
    private static final Duration BLIND = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofHours(1);

    private final TestQueue test = TestQueue.with("reliability.max-recoveries", "0");
    private final Queue worker = Queue.on(test.redis());

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @Test
    void aLeaseThatRanOutWhileItsInstanceStillBeatsIsNotHeldAgainstTheJob() {
        claim("a1");
        test.advance(LEASE + 1);
        beat(worker, "w");
        assertThat(recover(Duration.ZERO).left()).as("what it extended before may have been held up").isEqualTo(1);
        test.advance(1);
        beat(worker, "w");
        InFlight.Recovered result = recover(Duration.ZERO);
        assertThat(result.recovered()).isEqualTo(1);
        assertThat(result.failed()).isZero();
        assertThat(test.job("a1")).containsEntry("recoveries", "0");
    }

    @Test
    void aFrozenRedisPoisonsNoJobHoweverOftenItFreezes() {
        ClaimedJob job = claim("a1");
        for (int freeze = 0; freeze < 5; freeze++) {
            beat(worker, "w");
            test.advance(2 * LEASE);
            InFlight.Recovered thawed = recover(Duration.ZERO);
            assertThat(thawed.moved()).isZero();
            assertThat(thawed.left()).isEqualTo(1);
            assertThat(worker.home().inFlight().extend(List.of(job))).isEmpty();
        }
        assertThat(test.complete(job).applied()).isEqualTo(1);
    }

    @Test
    void anInstanceThatWasSilentUnderAnUnbrokenWatchIsGoneAndItsJobPoison() {
        beat(worker, "w");
        claim("a1");
        test.advance(GOOD_FOR + BLIND.toMillis());
        assertThat(recover(LONG).left()).isEqualTo(1);
        test.advance(1);
        assertThat(recover(Duration.ofMillis(GOOD_FOR).plus(BLIND)).left()).as("not watched for long enough")
                .isEqualTo(1);
        assertThat(recover(LONG).failed()).isEqualTo(1);
        assertThat(test.job("a1")).containsEntry("errorCode", "POISON");
    }

    @Test
    void anInstanceThatNobodyKnowsIsGoneWhenItDidNotComeInALongWatch() {
        claim("a1");
        test.advance(LEASE);
        assertThat(recover(Duration.ofSeconds(33)).left()).isEqualTo(1);
        assertThat(recover(Duration.ofSeconds(34)).failed()).isEqualTo(1);
    }

    @Test
    void aNewStartUnderTheSameNameDoesNotKeepTheClaimsOfTheKilledOneAlive() {
        beat(worker, "w");
        claim("a1");
        test.advance(LEASE + 1);
        beat(Queue.on(test.redis()), "w");
        assertThat(recover(LONG).failed()).isEqualTo(1);
    }

    @Test
    void aHeartbeatIsGoodForAsLongAsItsOwnInstanceSays() {
        Queue slow = test.seenWith("reliability.heartbeat", "2m", "reliability.lease", "4m").queue();
        beat(slow, "slow");
        test.enqueue("a", "a1");
        test.fetch(1);
        slow.home().ready().claim(1);
        assertThat(recover(LONG).shortened()).as("its lease is longer than ours").isZero();
        test.advance(242_000);
        assertThat(recover(LONG).left()).isEqualTo(1);
        test.advance(12_000);
        assertThat(recover(LONG).failed()).isEqualTo(1);
    }

    @Test
    void nothingIsMovedByAClockThatJumpedAhead() {
        claim("a1");
        long expected = test.now();
        test.advance(HOUR);
        Map<String, String> before = test.contents();
        InFlight.Recovered result = test.partition().inFlight()
                .recover(10, 0, new Watch(LONG, BLIND, expected, Duration.ofSeconds(5)));
        assertThat(result.outOfTime()).isTrue();
        assertThat(result.atMillis()).isEqualTo(test.now());
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void theJobOfADeadInstanceWaitsForItsLeaseAndNotForAClockThatWentBack() {
        beat(worker, "w");
        claim("a1");
        test.advance(-HOUR);
        assertThat(recover(Duration.ZERO).shortened()).isEqualTo(1);
        assertThat(recover(Duration.ZERO).shortened()).isZero();
        beat(test.queue(), "other");
        test.advance(LEASE - 1);
        assertThat(recover(LONG)).satisfies(result -> assertThat(result.moved() + result.left()).isZero());
        test.advance(10_000);
        assertThat(recover(LONG).failed()).isEqualTo(1);
    }

    @Test
    void theWorkersOfADeadInstanceAreNotCountedUntilAClockThatWentBackHasCaughtUp() {
        Instances instances = test.partition().instances();
        beat(worker, "dead");
        test.advance(-HOUR);
        assertThat(instances.beat(info("other")).workers()).isEqualTo(20);
        test.advance(LEASE + 1);
        assertThat(instances.beat(info("other")).workers()).isEqualTo(10);
    }

    @Test
    void cancelledJobsAreReportedSoThatTheNextBatchFollowsAtOnce() {
        test.enqueue("a", IntStream.range(0, 7).mapToObj(i -> "a" + i).toArray(String[]::new));
        test.fetch(7);
        test.claim(7);
        new Verbs(test).cancel("a", 10, List.of());
        test.advance(LEASE + 1);
        assertThat(test.recover(5).moved()).isEqualTo(5);
        assertThat(test.recover(5)).satisfies(result -> {
            assertThat(result.cancelled()).isEqualTo(2);
            assertThat(result.runEnded()).isTrue();
        });
    }

    @Test
    void jobsThatStayDoNotHideThoseBehindThem() {
        claim("a1");
        test.advance(1);
        claim("b1");
        test.advance(LEASE);
        InFlight inFlight = test.partition().inFlight();
        assertThat(inFlight.recover(1, 0, new Watch(Duration.ZERO, BLIND, 0, BLIND)).left()).isEqualTo(1);
        assertThat(inFlight.recover(1, 1, TestQueue.SINCE_EVER).failed()).isEqualTo(1);
        assertThat(test.job("b1")).containsEntry("status", "FAILED");
    }

    private InFlight.Recovered recover(Duration unbroken) {
        return test.partition().inFlight().recover(10, 0, new Watch(unbroken, BLIND, 0, BLIND));
    }

    private ClaimedJob claim(String id) {
        test.enqueue(id.substring(0, 1), id);
        test.fetch(1);
        return worker.home().ready().claim(1).jobs().getFirst();
    }

    private static void beat(Queue instance, String id) {
        instance.home().instances().beat(info(id));
    }

    private static Instance.Info info(String id) {
        return new Instance.Info(id, 10, "1", "host", Instant.EPOCH);
    }
}
