package io.bulkaction.internal.builtin.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads exactly what the JDK reads where it has a method for that, which JDK 21 does not. */
class LiteralAddressTest {

    private static final String CHARACTERS = "0123456789abf:..::%[]";

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1", "2130706433", "4294967295", "4294967296", "1.2.3.256", "1.65535",
        "1.16777216",
        "0127.0.0.1", "0x7f.1", "256.1.1.1", "1.2.3.4.5", "1..2", "", ".", ":", "::", "::1", "[::1]",
        "::ffff:127.0.0.1",
        "fe80::1%1", "fe80::1%nosuchinterface", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "::g", "localhost", "a.b",
        "12345678901",
        "00", "08", "1.2.3.04"})
    void readsWhatTheJdkReads(String text) {
        assertThat(LiteralAddress.parse(text)).as(text).isEqualTo(jdk(text));
    }

    @Test
    void readsWhatTheJdkReadsOfAnyText() {
        Random random = new Random(Long.getLong("test.seed", 42));
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(16); length > 0; length--) {
                text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
            assertThat(LiteralAddress.parse(text.toString())).as(text.toString()).isEqualTo(jdk(text.toString()));
        }
    }

    private static Optional<InetAddress> jdk(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
