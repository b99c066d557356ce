package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimedCallsTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final TimedCalls calls = new TimedCalls("com.example.Sum");
    private final CompletableFuture<Integer> late = new CompletableFuture<>();

    @Test
    void returnsAndThrowsWhatTheCallDoes() throws Exception {
        assertThat(calls.call(() -> 1, LONG)).isEqualTo(1);
        assertThatThrownBy(() -> calls.call(() -> {
            throw new IOException("no");
        }, LONG)).isInstanceOf(IOException.class).hasMessage("no");
        assertThatThrownBy(() -> calls.call(() -> {
            throw new NoClassDefFoundError("gone");
        }, LONG)).isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void aCallThatTakesTooLongIsInterruptedAndNamed() {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        // why again and again: on a busy machine the time may be over before the call has begun
        await().until(() -> {
            assertThatThrownBy(() -> calls.call(() -> {
                try {
                    return late.get();
                } catch (InterruptedException e) {
                    return interrupted.complete(true) ? 0 : 1;
                }
            }, SHORT)).isInstanceOf(TimeoutException.class).hasMessage("com.example.Sum did not end within 1 ms");
            return interrupted.isDone();
        });
    }

    /** Each counted as one that hangs, for ever, and after ten of them the aggregator was not called again. */
    @Test
    void callsThatWereGivenUpBeforeTheyBeganDoNotCountAsHanging() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            try {
                calls.call(() -> 1, Duration.ZERO);
            } catch (TimeoutException expected) {
                // nearly always
            }
        }

        await().ignoreExceptions().until(() -> calls.call(() -> 1, LONG) == 1);
    }

    @Test
    void anAggregatorThatIgnoresItsInterruptsIsNotCalledAgain() throws Exception {
        AtomicInteger called = new AtomicInteger();
        for (int i = 0; i < TimedCalls.MAX_HUNG + 5; i++) {
            assertThatThrownBy(() -> calls.call(() -> {
                called.incrementAndGet();
                return late.join(); // not interruptible
            }, Duration.ofMillis(100))).isInstanceOf(TimeoutException.class).hasMessageContaining("com.example.Sum");
        }
        await().untilAsserted(() -> assertThat(called).hasValueLessThanOrEqualTo(TimedCalls.MAX_HUNG));

        late.complete(7);

        await().ignoreExceptions().until(() -> calls.call(() -> 1, LONG) == 1);
    }

    @Test
    void aCallerThatIsInterruptedIsToldApartFromACallThatFails() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> calls.call(late::get, LONG)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
