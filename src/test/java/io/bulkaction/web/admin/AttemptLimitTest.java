package io.bulkaction.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttemptLimitTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AttemptLimit limit = new AttemptLimit(nanos::get);

    @Test
    void keepsManyAtOnceThenAFewPerMinuteAndLooksAtEachAddressByItself() {
        assertThat(attempts("192.0.2.1", 1_000)).isEqualTo(AttemptLimit.AT_ONCE);
        assertThat(attempts("192.0.2.2", 5)).isEqualTo(5);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(attempts("192.0.2.1", 1_000)).isEqualTo(AttemptLimit.PER_MINUTE);
        nanos.addAndGet(Duration.ofDays(1).toNanos());
        assertThat(attempts("192.0.2.1", 1_000)).isEqualTo(AttemptLimit.AT_ONCE);
    }

    @Test
    void forgetsTheOldestAddressesWhenThereAreVeryMany() {
        attempts("192.0.2.1", AttemptLimit.AT_ONCE);
        IntStream.range(0, AttemptLimit.MOST_ADDRESSES).forEach(i -> attempts("10.0.0." + i, 1));
        assertThat(attempts("192.0.2.1", 1)).isEqualTo(1);
    }

    private long attempts(String address, int count) {
        return IntStream.range(0, count).filter(i -> limit.admits(address)).count();
    }
}
