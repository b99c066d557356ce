package io.bulkaction.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RecentWaitsTest {

    private final AtomicLong nanos = new AtomicLong(-5);
    private final RecentWaits waits = new RecentWaits(nanos::get);

    @Test
    void percentilesAreRightWithinThreePercentOverTheWholeRange() {
        LongStream.of(3, 900, 40_000, 1_234_567, 3_600_000_000L).forEach(scale -> {
            nanos.addAndGet(RecentWaits.OVER.toNanos() * 2);
            IntStream.rangeClosed(1, 1_000).forEach(i -> waits.add(Duration.ofNanos(scale * i * 1_000)));

            WaitTimes read = waits.read();
            assertThat(read.jobs()).isEqualTo(1_000);
            assertThat(read.p50().toNanos() / 1_000).isCloseTo(500 * scale, Percentage.withPercentage(3.2));
            assertThat(read.p95().toNanos() / 1_000).isCloseTo(950 * scale, Percentage.withPercentage(3.2));
        });
    }

    @Test
    void oneJobIsEveryPercentileAndNoneSaysNothing() {
        assertThat(waits.read()).isEqualTo(WaitTimes.NONE);
        waits.add(Duration.ofNanos(7_000));
        assertThat(waits.read()).isEqualTo(new WaitTimes(1, Duration.ofNanos(7_000), Duration.ofNanos(7_000)));
    }

    @Test
    void whatIsOlderThanHalfAMinuteIsForgotten() {
        waits.add(Duration.ofSeconds(50));
        nanos.addAndGet(Duration.ofSeconds(20).toNanos());
        waits.add(Duration.ofMillis(1));
        assertThat(waits.read().jobs()).isEqualTo(2);

        nanos.addAndGet(Duration.ofSeconds(11).toNanos());
        assertThat(waits.read().jobs()).isEqualTo(1);
        assertThat(waits.read().p95()).hasMillis(1);

        nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(waits.read()).isEqualTo(WaitTimes.NONE);
    }

    @Test
    void aClockThatWasSetBackAndAnEndlessWaitBreakNothing() {
        waits.add(Duration.ofSeconds(-1));
        waits.add(Duration.ofDays(100_000));
        assertThat(waits.read().jobs()).isEqualTo(2);
        assertThat(waits.read().p50()).isZero();
    }
}
