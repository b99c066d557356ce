package io.bulkaction.internal.builtin.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPolicyTest {

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com, 443, true",
        "example.com, EXAMPLE.com., 80, true",
        "example.com, example.com, 8080, false",
        "example.com, example.com, 22, false",
        "example.com:8080, example.com, 8080, true",
        "10.0.0.1, 10.0.0.1, 6379, false",
        "Example.com., example.com, 80, true",
        "example.com, www.example.com, 443, false",
        "example.com, example.com.evil.org, 443, false",
        "example.com:443, example.com, 443, true",
        "example.com:443, example.com, 80, false",
        "10.0.0.1, 10.0.0.1, 80, true",
        "10.0.0.1, 10.0.0.2, 80, false",
        "[::1]:80, [::1], 80, true",
        "[::1]:80, [0:0:0:0:0:0:0:1], 80, true",
        "[::1], [::1], 80, true",
        "127.0.0.1, [::ffff:127.0.0.1], 80, true"
    })
    void aHostIsAllowedWhenItIsListed(String entry, String host, int port, boolean allowed) {
        CallUrl url = CallUrl.of("http://" + host + ":" + port + "/");
        assertThat(policy(entry).allows(url)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.0.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:0:10.0.0.1",
        "::ffff:0:808:808",
        "64:ff9b:1::808:808",
        "100::1",
        "2001:db8::1",
        "3fff:fff::1",
        "5f00::1",
        "fec0::1",
        "192.0.2.1",
        "192.88.99.1",
        "198.51.100.1",
        "203.0.113.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "2001:0:53aa:64c::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "ff02::1"
    })
    void anInternalAddressIsRefusedForAListedName(String address) {
        assertThat(policy("example.com").allows("example.com", InetAddress.ofLiteral(address), 443)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "8.8.8.8",
        "172.32.0.1",
        "100.128.0.1",
        "2606:4700::1111",
        "64:ff9b::808:808",
        "2002:808:808::1"
    })
    void aPublicAddressIsAllowedForAListedName(String address) {
        assertThat(policy("example.com").allows("example.com", InetAddress.ofLiteral(address), 443)).isTrue();
    }

    @Test
    void localhostOpensLoopbackAndNothingElse() {
        HostPolicy policy = policy("localhost");

        assertThat(policy.allows("localhost", InetAddress.ofLiteral("127.0.0.1"), 80)).isTrue();
        assertThat(policy.allows("localhost", InetAddress.ofLiteral("::1"), 80)).isTrue();
        assertThat(policy.allows("localhost", InetAddress.ofLiteral("10.0.0.1"), 80)).isFalse();
        assertThat(policy.allows("other", InetAddress.ofLiteral("127.0.0.1"), 80)).isFalse();
    }

    @Test
    void aListedAddressOpensThatAddressOnItsPort() {
        HostPolicy policy = policy("example.com", "10.0.0.5:8080");

        assertThat(policy.allows("example.com", InetAddress.ofLiteral("10.0.0.5"), 8080)).isTrue();
        assertThat(policy.allows("example.com", InetAddress.ofLiteral("10.0.0.5"), 80)).isFalse();
        assertThat(policy.allows("example.com", InetAddress.ofLiteral("10.0.0.6"), 8080)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "*.example.com",
        "https://example.com",
        "example.com/path",
        "a:b",
        "a:0",
        "a:70000",
        "a b",
        "u@h"
    })
    void anEntryThatIsNotAHostIsRefused(String entry) {
        assertThatIllegalArgumentException().isThrownBy(() -> AllowedHost.of(entry));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.0", "10.0.0.0/33", "example.com/8", "::/129", "10.0.0.0/x"})
    void aNetworkThatIsNotABlockIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddressBlock.of(text));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.1.2.0/23, 10.1.3.255, true",
        "10.1.2.0/23, 10.1.4.0, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false",
        "fd00::/8, fd12::1, true"
    })
    void aBlockContainsWhatSharesItsFirstBits(String block, String address, boolean inside) {
        assertThat(AddressBlock.of(block).contains(InetAddress.ofLiteral(address))).isEqualTo(inside);
    }

    private static HostPolicy policy(String... entries) {
        return new HostPolicy(Stream.of(entries).map(AllowedHost::of).toList(), List.of());
    }
}
