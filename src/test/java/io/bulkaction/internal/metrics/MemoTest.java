package io.bulkaction.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoTest {

    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void readsOnceWhileFresh() {
        Memo<Integer> memo = new Memo<>(reads::incrementAndGet, Duration.ofHours(1));

        assertThat(memo.get()).isEqualTo(1);
        assertThat(memo.get()).isEqualTo(1);
    }

    @Test
    void readsAgainWhenStale() {
        Memo<Integer> memo = new Memo<>(reads::incrementAndGet, Duration.ofMillis(20));

        assertThat(memo.get()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(memo.get()).isGreaterThan(1));
    }

    @Test
    void remembersAFailure() {
        Memo<Integer> failing = new Memo<>(this::failFirst, Duration.ofHours(1));

        assertThat(failing.get()).isNull();
        assertThat(failing.get()).isNull();
        assertThat(reads).hasValue(1);
    }

    @Test
    void recoversFromAFailure() {
        Memo<Integer> failing = new Memo<>(this::failFirst, Duration.ofMillis(20));

        assertThat(failing.get()).isNull();
        await().untilAsserted(() -> assertThat(failing.get()).isEqualTo(7));
    }

    private int failFirst() {
        if (reads.incrementAndGet() == 1) {
            throw new IllegalStateException("down");
        }
        return 7;
    }
}
