package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginLinkTest {

    private static final LoginDetails HERE = new LoginDetails("127.0.0.1", LoginMethod.FORM);

    private long now;
    private final LoginLink link = new LoginLink(() -> now);
    private final String secret = secretOf(link.issue("http://localhost:8080/"));

    @Test
    void itLogsInOnce() {
        assertThat(link.redeem("admin", secret, HERE)).isTrue();
        assertThat(link.redeem("admin", secret, HERE)).as("a second time").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "10.0.0.1", "::ffff:192.0.2.1", "2001:db8::1", "0.0.0.0"})
    void itCountsOnThisMachineOnly(String address) {
        assertThat(link.redeem("admin", secret, new LoginDetails(address, LoginMethod.FORM))).isFalse();
        assertThat(link.redeem("admin", secret, new LoginDetails("::1", LoginMethod.FORM))).as("still there").isTrue();
    }

    @Test
    void itCountsForTheLoginPageAndItsUserOnly() {
        assertThat(link.redeem("admin", secret, new LoginDetails("127.0.0.1", LoginMethod.BASIC))).isFalse();
        assertThat(link.redeem("ann", secret, HERE)).isFalse();
        assertThat(link.redeem("admin", "", HERE)).isFalse();
        assertThat(link.redeem("admin", secret.substring(1), HERE)).isFalse();
    }

    @Test
    void itEndsAfterAWhile() {
        now += LoginLink.GOOD_FOR.plus(Duration.ofNanos(1)).toNanos();

        assertThat(link.redeem("admin", secret, HERE)).isFalse();
    }

    @Test
    void withoutALinkNothingIsRedeemed() {
        assertThat(new LoginLink(() -> now).redeem("admin", "", HERE)).isFalse();
    }

    @Test
    void everyLinkIsDifferentAndHasNothingBeforeTheFragment() {
        String issued = link.issue("http://localhost:8080/");

        assertThat(issued).matches("http://localhost:8080/login#once=[\\w-]{43}");
        assertThat(secretOf(issued)).isNotEqualTo(secret);
        assertThat(link.redeem("admin", secret, HERE)).as("the one before").isFalse();
    }

    private static String secretOf(String link) {
        return link.substring(link.indexOf('=') + 1);
    }
}
