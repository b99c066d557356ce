package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginLocksTest {

    private static final LoginKey KEY = LoginKey.of("ann", "192.0.2.1");

    private long now = Long.MAX_VALUE - 1000;

    private final LoginLocks locks = new LoginLocks(
            new SecuritySettings.Login(
                    3, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofHours(1),
                    Duration.ofHours(12), 50, 100,
                    new SecuritySettings.Budget(30, 50, 100, Duration.ofMinutes(10)),
                    new SecuritySettings.Checks(1, 20)),
            () -> now);

    @Test
    void theFirstFailuresLockNobody() {
        assertThat(locks.failed(KEY)).isEmpty();
        assertThat(locks.failed(KEY)).isEmpty();
        assertThat(locks.remaining(KEY)).isEmpty();
    }

    @Test
    void everyFurtherFailureDoublesTheLockUpToItsBound() {
        locks.failed(KEY);
        locks.failed(KEY);

        assertThat(locks.failed(KEY)).contains(Duration.ofSeconds(10));
        assertThat(locks.failed(KEY)).contains(Duration.ofSeconds(20));
        assertThat(locks.failed(KEY)).contains(Duration.ofSeconds(40));
        for (int i = 0; i < 200; i++) {
            assertThat(locks.failed(KEY)).contains(Duration.ofSeconds(60));
        }
    }

    @Test
    void aLockEndsAndTheNextFailureLocksLonger() {
        lock();
        pass(Duration.ofSeconds(9));
        assertThat(locks.remaining(KEY)).contains(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));
        assertThat(locks.remaining(KEY)).isEmpty();
        assertThat(locks.failed(KEY)).contains(Duration.ofSeconds(20));
    }

    @Test
    void successForgetsAllFailures() {
        lock();
        locks.succeeded(KEY);

        assertThat(locks.remaining(KEY)).isEmpty();
        assertThat(locks.failed(KEY)).isEmpty();
    }

    @Test
    void failuresAreForgottenAfterAQuietTime() {
        lock();
        pass(Duration.ofHours(1).plusSeconds(1));

        assertThat(locks.failed(KEY)).isEmpty();
    }

    @Test
    void othersAreNotLocked() {
        lock();

        assertThat(locks.remaining(LoginKey.of("ann", "192.0.2.2"))).isEmpty();
        assertThat(locks.remaining(LoginKey.of("bob", "192.0.2.1"))).isEmpty();
    }

    @Test
    void memoryIsBoundedAndForgetsWhoFailedLongestAgo() {
        lock();
        for (int i = 0; i < 99; i++) {
            locks.failed(LoginKey.of("user" + i, "192.0.2.1"));
        }
        assertThat(locks.remaining(KEY)).isPresent();
        locks.failed(KEY);
        locks.failed(LoginKey.of("one more", "192.0.2.1"));

        assertThat(locks.remaining(KEY)).as("failed again, so it is not the oldest").isPresent();
        for (int i = 0; i < 100; i++) {
            locks.failed(LoginKey.of("other" + i, "192.0.2.1"));
        }
        assertThat(locks.remaining(KEY)).isEmpty();
    }

    @Test
    void anIpv6AddressCountsByItsNetwork() {
        assertThat(LoginKey.of("ann", "2001:db8:0:1::1")).isEqualTo(LoginKey.of("ann", "2001:db8:0:1:ffff::2"));
        assertThat(LoginKey.of("ann", "2001:db8:0:1::1")).isNotEqualTo(LoginKey.of("ann", "2001:db8:0:2::1"));
        assertThat(LoginKey.of("ann", "fe80::1%eth0").network()).endsWith("/64");
        assertThat(LoginKey.of("ann", "not:an:address").network()).isEqualTo("not:an:address");
        assertThat(LoginKey.of("ann", "192.0.2.1").network()).isEqualTo("192.0.2.1");
    }

    @Test
    void aKeyIsSmallHoweverLongTheNameIs() {
        assertThat(LoginKey.of("x".repeat(1_000_000), "192.0.2.1").user()).hasSize(SecuritySettings.MAX_NAME);
    }

    private void lock() {
        for (int i = 0; i < 3; i++) {
            locks.failed(KEY);
        }
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
