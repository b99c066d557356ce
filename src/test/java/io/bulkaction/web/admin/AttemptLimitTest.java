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
        IntStream.range(0, 1_000).forEach(i -> attempts("10.0.0." + i, 1));
        assertThat(attempts("192.0.2.1", 1)).isEqualTo(1);
    }

    @Test
    void anIpv6CallerIsNotSomebodyElseWithEachAddressOfItsNetwork() {
        long kept = IntStream.range(0, 1_000)
                .mapToObj(i -> "2001:db8:0:1::" + Integer.toHexString(i))
                .filter(limit::admits)
                .count();

        assertThat(kept).isEqualTo(AttemptLimit.AT_ONCE);
        assertThat(attempts("2001:db8:0:2::1", 5)).as("another network").isEqualTo(5);
    }

    @Test
    void whoeverHasVeryManyAddressesDoesNotPushOutTheWholeTrail() {
        assertThat(fromEverywhere()).isEqualTo(3_000);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(fromEverywhere()).isEqualTo(60);
    }

    private long fromEverywhere() {
        return IntStream.range(0, 20_000)
                .filter(i -> limit.admits("10.0." + i / 250 + "." + i % 250))
                .count();
    }

    private long attempts(String address, int count) {
        return IntStream.range(0, count).filter(i -> limit.admits(address)).count();
    }
}
