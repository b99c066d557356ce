package io.bulkaction.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class WakeableSleepTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(5);

    private final WakeableSleep sleep = new WakeableSleep();

    @Test
    void sleepsForItsTimeWhenNobodyWakesIt() throws Exception {
        long before = System.nanoTime();

        assertThat(sleep.sleep(Duration.ofMillis(30))).isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
    }

    @Test
    void aWakeEndsTheSleep() throws Exception {
        CompletableFuture<Boolean> woken = new CompletableFuture<>();
        Thread sleeper = Thread.ofPlatform().daemon().start(() -> woken.complete(sleepLong()));
        await().until(() -> sleeper.getState() == Thread.State.TIMED_WAITING);

        sleep.wake();

        assertThat(woken.get()).isTrue();
    }

    @Test
    void aWakeBeforeTheSleepIsNotLost() throws Exception {
        sleep.wake();

        assertThat(sleep.sleep(LONG)).isTrue();
    }

    @Test
    void manyWakesCountOnce() throws Exception {
        sleep.wake();
        sleep.wake();
        sleep.wake();

        assertThat(sleep.sleep(LONG)).isTrue();
        assertThat(sleep.sleep(SHORT)).isFalse();
    }

    @Test
    void aWakeIsSpentEvenWhenThereIsNoTimeToSleep() throws Exception {
        sleep.wake();

        assertThat(sleep.sleep(Duration.ZERO)).isTrue();
        assertThat(sleep.sleep(Duration.ZERO)).isFalse();
    }

    @Test
    void anInterruptEndsTheSleep() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> sleep.sleep(LONG));
    }

    private boolean sleepLong() {
        try {
            return sleep.sleep(LONG);
        } catch (InterruptedException interrupted) {
            return false;
        }
    }
}
