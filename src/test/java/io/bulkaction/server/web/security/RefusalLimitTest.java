package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalLimitTest {

    private final AtomicLong nanos = new AtomicLong();
    private final RefusalLimit limit = new RefusalLimit(nanos::get);

    @Test
    void admitsManyAtOnceThenAFewPerMinuteAndCountsEachAddressByItself() {
        assertThat(admitted("192.0.2.1", 1_000)).isEqualTo(RefusalLimit.PER_NETWORK);
        assertThat(admitted("192.0.2.2", 5)).isEqualTo(5);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(admitted("192.0.2.1", 1_000)).isEqualTo(30);
        nanos.addAndGet(Duration.ofDays(1).toNanos());
        assertThat(admitted("192.0.2.1", 1_000)).isEqualTo(RefusalLimit.PER_NETWORK);
    }

    @Test
    void forgetsTheOldestAddressesWhenThereAreVeryMany() {
        admitted("192.0.2.1", RefusalLimit.PER_NETWORK);
        IntStream.range(0, RefusalLimit.MAX_NETWORKS).forEach(i -> admitted("10.0.0." + i, 1));
        assertThat(admitted("192.0.2.1", 1)).isEqualTo(1);
    }

    @Test
    void allAddressesOfAnIpv6NetworkCountAsOne() {
        long admitted = IntStream.range(0, 1_000)
                .mapToObj(i -> "2001:db8:0:1::" + Integer.toHexString(i))
                .filter(limit::admits)
                .count();

        assertThat(admitted).isEqualTo(RefusalLimit.PER_NETWORK);
        assertThat(admitted("2001:db8:0:2::1", 5)).as("another network").isEqualTo(5);
    }

    @Test
    void aCallerWithVeryManyAddressesDoesNotPushOutTheWholeTrail() {
        assertThat(admittedFromEverywhere()).isEqualTo(RefusalLimit.OVERALL);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(admittedFromEverywhere()).isEqualTo(60);
    }

    private long admittedFromEverywhere() {
        return IntStream.range(0, 20_000)
                .filter(i -> limit.admits("10.0." + i / 250 + "." + i % 250))
                .count();
    }

    private long admitted(String address, int count) {
        return IntStream.range(0, count).filter(i -> limit.admits(address)).count();
    }
}
