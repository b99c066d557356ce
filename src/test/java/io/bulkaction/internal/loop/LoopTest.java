package io.bulkaction.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.LiveThreads;
import io.bulkaction.testing.LoopStress;
import io.bulkaction.testing.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LoopTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch unblock = new CountDownLatch(1);
    private Loop loop = new Loop("idle", () -> LONG);

    @AfterEach
    void stop() {
        unblock.countDown();
        loop.stop(soon());
    }

    @Test
    void turnsOnAPlatformDaemonThreadNamedAfterIt() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        startLoop(() -> {
            thread.set(Thread.currentThread());
            return LONG;
        });
        await().until(() -> thread.get() != null);

        assertThat(thread.get().getName()).isEqualTo("loop-under-test").isEqualTo(loop.name());
        assertThat(thread.get().isDaemon()).isTrue();
        assertThat(thread.get().isVirtual()).isFalse();
        assertThat(loop.isRunning()).isTrue();
    }

    @Test
    void aRestOfZeroMeansTheNextTurnAtOnce() {
        startLoop(() -> Duration.ZERO);

        await().until(() -> loop.turns() > 1000);
    }

    @Test
    void restsAsLongAsTheStepSays() {
        AtomicReference<Long> second = new AtomicReference<>();
        long before = System.nanoTime();
        startLoop(() -> {
            if (loop.turns() == 1) {
                second.set(System.nanoTime());
            }
            return Duration.ofMillis(80);
        });
        await().until(() -> second.get() != null);

        assertThat(Duration.ofNanos(second.get() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(80));
    }

    @Test
    void aWakeEndsTheRest() {
        startLoop(() -> LONG);
        await().until(() -> loop.turns() == 1);

        loop.wake();

        await().until(() -> loop.turns() == 2);
    }

    @Test
    void aWakeDuringATurnIsNotLost() throws Exception {
        startLoop(() -> {
            block();
            return LONG;
        });
        blocked.await();

        loop.wake();
        unblock.countDown();

        await().until(() -> loop.turns() == 2);
    }

    @Test
    void continuesAfterExceptionsAndErrors() {
        AtomicInteger turn = new AtomicInteger();
        Instant before = Instant.now();
        startLoop(() -> switch (turn.getAndIncrement()) {
            case 0 -> throw new Exception("checked");
            case 1 -> throw new IllegalStateException("unchecked");
            case 2 -> throw new StackOverflowError("an error");
            default -> Duration.ofMillis(1);
        });

        await().until(() -> loop.turns() > 5);
        assertThat(loop.isRunning()).isTrue();
        assertThat(loop.isDead()).isFalse();
        assertThat(loop.lastError()).get().isInstanceOf(StackOverflowError.class);
        assertThat(loop.lastErrorAt().orElseThrow()).isBetween(before, Instant.now());
    }

    @Test
    void survivesAFailureThatCannotEvenDescribeItself() {
        startLoop(() -> {
            if (loop.turns() == 0) {
                throw failureWhoseTextThrows(new IllegalStateException("no text"));
            }
            return Duration.ofMillis(1);
        });

        await().until(() -> loop.turns() > 3);
    }

    @Test
    void survivesAStepThatForgetsToSayHowLongToRest() {
        startLoop(() -> loop.turns() == 0 ? null : LONG);

        await().until(() -> loop.turns() == 2);
        assertThat(loop.lastError()).get().isInstanceOf(NullPointerException.class);
    }

    @Test
    void wakesDoNotShortenTheBackOff() {
        AtomicBoolean hammering = new AtomicBoolean(true);
        startLoop(() -> {
            throw new IllegalStateException("down");
        });
        Thread.ofPlatform().daemon().start(() -> {
            while (hammering.get()) {
                loop.wake();
                Thread.onSpinWait();
            }
        });
        long before = System.nanoTime();

        // 50 + 100 + 200 ms lie before the fourth turn
        await().until(() -> loop.turns() >= 4);
        hammering.set(false);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(250));
    }

    @Test
    void aStopCutsTheRestShort() {
        startLoop(() -> LONG);
        await().until(() -> loop.turns() == 1);

        assertThat(loop.stop(soon())).isTrue();

        assertThat(loop.isRunning()).isFalse();
        assertThat(loop.isDead()).isFalse();
        assertThat(loop.turns()).isEqualTo(1);
    }

    @Test
    void aStopCutsTheBackOffShort() {
        loop = new Loop("loop-under-test", () -> {
            throw new IllegalStateException("down");
        }, LONG);
        loop.start();
        await().until(() -> loop.turns() == 1);

        assertThat(loop.stop(soon())).isTrue();
    }

    @Test
    void requestStopReturnsAtOnceAndLetsABlockedTurnEndByItself() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        startLoop(() -> {
            blocked.countDown();
            try {
                unblock.await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            return Duration.ZERO;
        });
        blocked.await();

        loop.requestStop();

        assertThat(loop.isRunning()).isFalse();
        assertThat(loop.awaitStop(Deadline.in(Duration.ofMillis(30)))).isFalse();
        unblock.countDown();
        assertThat(loop.awaitStop(soon())).isTrue();
        assertThat(interrupted).isFalse();
        assertThat(loop.turns()).isEqualTo(1);
    }

    @Test
    void aTurnThatIsNotOverAtTheDeadlineIsInterrupted() throws Exception {
        startLoop(() -> {
            block();
            return Duration.ZERO;
        });
        blocked.await();

        assertThat(loop.stop(Deadline.in(Duration.ofMillis(30)))).isFalse();

        assertThat(loop.awaitStop(soon())).isTrue();
        assertThat(loop.lastError()).as("an interrupt that was ordered is no failure").isEmpty();
    }

    @Test
    void anInterruptThatNoStopSentDoesNotEndTheLoop() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        startLoop(() -> {
            thread.set(Thread.currentThread());
            return LONG;
        });
        await().until(() -> loop.turns() == 1);

        thread.get().interrupt();

        await().until(() -> loop.turns() == 2);
        assertThat(loop.isRunning()).isTrue();
    }

    @Test
    void anInterruptFlagLeftByAStepDoesNotReachTheNextTurn() {
        AtomicBoolean flagSeen = new AtomicBoolean();
        startLoop(() -> {
            flagSeen.compareAndSet(false, Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            return Duration.ZERO;
        });

        await().until(() -> loop.turns() > 10);
        assertThat(flagSeen).isFalse();
    }

    @Test
    void stopsThatAreDoubledOrComeBeforeTheStartAreHarmless() {
        assertThat(loop.stop(soon())).isTrue();
        assertThat(loop.isDead()).isFalse();

        loop.start();
        loop.start();
        assertThat(LiveThreads.named("idle")).hasSize(1);
        assertThat(loop.stop(soon())).isTrue();
        assertThat(loop.stop(soon())).isTrue();
    }

    @Test
    void canBeStartedAgainAfterAStop() {
        loop.start();
        await().until(() -> loop.turns() == 1);
        loop.stop(soon());

        loop.start();

        await().until(() -> loop.turns() >= 2);
        assertThat(loop.isRunning()).isTrue();
    }

    @Test
    void aStartTakesBackAStopThatStillWaitsForATurn() throws Exception {
        startLoop(() -> {
            block();
            return LONG;
        });
        blocked.await();
        loop.requestStop();

        loop.start();
        assertThat(loop.awaitStop(Deadline.in(LONG))).isFalse();
        assertThat(LiveThreads.named(loop.name())).hasSize(1);
        unblock.countDown();

        await().until(() -> loop.turns() == 2);
        assertThat(loop.isRunning()).isTrue();
    }

    @Test
    void whoWaitsForAStopThatIsTakenBackWaitsNoLonger() throws Exception {
        startLoop(() -> {
            block();
            return LONG;
        });
        blocked.await();
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread stopper = Thread.ofPlatform().daemon().start(() -> answer.complete(loop.stop(Deadline.in(LONG))));
        await().until(() -> stopper.getState() == Thread.State.TIMED_WAITING);

        loop.start();

        assertThat(answer.get(2, TimeUnit.MINUTES)).isFalse();
        unblock.countDown();
        await().until(() -> loop.turns() >= 1);
        assertThat(loop.lastError()).as("was not interrupted").isEmpty();
    }

    @Test
    void aStartInTheVeryMomentTheThreadLeavesIsNotLost() {
        startLoop(() -> LONG);
        for (int round = 0; round < 5_000; round++) {
            loop.requestStop();
            loop.start();
            long before = loop.turns();
            loop.wake();
            Deadline limit = soon();
            while (loop.turns() == before && !limit.isOver()) {
                Thread.onSpinWait();
            }
            assertThat(loop.turns()).as("turns after round %d", round).isGreaterThan(before);
        }
    }

    @Test
    void aStepMayStopItsOwnLoop() {
        AtomicReference<Boolean> answer = new AtomicReference<>();
        startLoop(() -> {
            answer.set(loop.stop(Deadline.in(LONG)));
            return Duration.ZERO;
        });

        await().until(() -> answer.get() != null);
        assertThat(loop.awaitStop(soon())).isTrue();
        assertThat(answer.get()).isFalse();
        assertThat(loop.turns()).isEqualTo(1);
    }

    @Test
    void aThreadThatEndsThoughNobodyAskedIsDeadUntilItIsStartedAgain() {
        AtomicBoolean deadly = new AtomicBoolean(true);
        startLoop(() -> {
            if (deadly.get()) {
                throw failureWhoseTextThrows(new Error("not even enough memory for a log line"));
            }
            return LONG;
        });
        // why: Awaitility would take the loop's death for the test's
        await().dontCatchUncaughtExceptions().until(loop::isDead);
        assertThat(loop.isRunning()).isFalse();
        assertThat(loop.lastError()).isPresent();

        deadly.set(false);
        loop.start();

        assertThat(loop.isDead()).isFalse();
        await().until(() -> loop.turns() == 2);
        assertThat(loop.isRunning()).isTrue();
    }

    @Test
    void startsAndStopsFromEverywhereNeitherHangNorLeakNorOverlap() {
        AtomicInteger inStep = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Loop stressed = new Loop("stressed-loop", () -> {
            most.accumulateAndGet(inStep.incrementAndGet(), Math::max);
            Thread.yield();
            inStep.decrementAndGet();
            return Duration.ofMillis(1);
        });

        LoopStress.hammer("stressed-loop", stressed::start, () -> stressed.stop(soon()));

        assertThat(most).hasValue(1);
        assertThat(stressed.lastError()).isEmpty();
        assertThat(stressed.isDead()).isFalse();
    }

    private void startLoop(Loop.Step step) {
        loop = new Loop("loop-under-test", step);
        loop.start();
    }

    private void block() throws InterruptedException {
        blocked.countDown();
        unblock.await();
    }

    private static Deadline soon() {
        return Deadline.in(Patience.LIMIT);
    }

    private static RuntimeException failureWhoseTextThrows(Throwable thrown) {
        return new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            }
        };
    }
}
