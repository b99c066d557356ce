package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.CallbackRefusedException;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.HostPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackPolicyTest {

    private final CallbackPolicy policy =
            policy("hooks.example", "local.example:8443", "[::1]:80");

    @ParameterizedTest
    @ValueSource(strings = {
        "https://hooks.example/done", "http://HOOKS.example.:443/?a=b", "https://local.example:8443",
        "http://[::1]/x"})
    void allowsListedHosts(String url) {
        assertThat(policy.check(url).uri()).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "https://other.example/", "https://hooks.example.other.example/", "https://local.example/",
        "https://evilhooks.example/", "http://[::1]:81/", "http://127.0.0.1/",
        "http://hooks.example:8080/", "http://hooks.example:22/"})
    void refusesOtherHosts(String url) {
        assertThatThrownBy(() -> policy.check(url)).isInstanceOf(CallbackRefusedException.class)
                .hasMessageContaining(url).hasMessageContaining("bulk-action.callbacks.allowed-hosts");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "hooks.example/done", "ftp://hooks.example/", "file:///etc/passwd", "https://", "https:hooks.example",
        "https://user:pw@hooks.example/", "https://hooks.example/#part", "https://hooks.example/a b",
        "https://hooks.example\r\nX: y", "https://hooks.example@other.example/"})
    void refusesWhatIsNotAPlainUrl(String url) {
        assertThatThrownBy(() -> policy.check(url)).isInstanceOf(CallbackRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "https://other.example/x?token=secret", "https://me:secret@hooks.example/",
        "ftp://me:secret@other.example/?secret"})
    void repeatsNoTokenAndNoPassword(String url) {
        assertThatThrownBy(() -> policy.check(url)).isInstanceOf(CallbackRefusedException.class)
                .message().doesNotContain("secret").contains("example/");
    }

    @Test
    void refusesAnEndlessUrlWithoutRepeatingIt() {
        assertThatThrownBy(() -> policy.check("https://hooks.example/" + "x".repeat(3_000)))
                .isInstanceOf(CallbackRefusedException.class).message().hasSizeLessThan(300);
    }

    @Test
    void allowsNothingByDefault() {
        assertThatThrownBy(() -> policy().check("https://hooks.example/"))
                .isInstanceOf(CallbackRefusedException.class);
    }

    private static CallbackPolicy policy(String... hosts) {
        return new CallbackPolicy(new HostPolicy(Stream.of(hosts).map(AllowedHost::of).toList(), List.of()));
    }
}
