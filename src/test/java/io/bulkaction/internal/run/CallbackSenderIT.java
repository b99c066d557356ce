package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.AddressNotAllowedException;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.ClientLimits;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import io.bulkaction.internal.settings.CallbackSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A listed name is allowed; the address it resolves to is checked each time. */
class CallbackSenderIT {

    private LocalHttp receiver;

    @BeforeEach
    void startReceiver() throws IOException {
        receiver = new LocalHttp();
    }

    @AfterEach
    void stopReceiver() {
        receiver.close();
    }

    @Test
    void aListedNameThatResolvesToAnInternalAddressIsNotCalled() {
        assertThatThrownBy(() -> post(List.of(), Duration.ofSeconds(30)))
                .hasRootCauseInstanceOf(AddressNotAllowedException.class);
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void aListedNameMayResolveToAnAllowedNetwork() throws Exception {
        assertThat(post(List.of(AddressBlock.of("127.0.0.0/8")), Duration.ofSeconds(30))).isEqualTo(200);
        assertThat(receiver.onlyRequest().header("Host")).isEqualTo("hooks.example:" + receiver.port());
    }

    /** Every byte restarts the client's own timeout; without a limit for the whole call this one would never end. */
    @Test
    void aReceiverThatAnswersByteByByteTimesOut() throws Exception {
        try (ServerSocket dripping = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> drip(dripping));

            assertThatThrownBy(() -> post(
                    dripping.getLocalPort(), List.of(AddressBlock.of("127.0.0.0/8")), Duration.ofSeconds(2)))
                    .hasRootCauseInstanceOf(IOException.class)
                    .hasStackTraceContaining("timed out after PT2S");
        }
    }

    private static void drip(ServerSocket server) {
        try (Socket socket = server.accept(); OutputStream out = socket.getOutputStream()) {
            out.write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write('x');
                out.flush();
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException closedByTheOtherSide) {
            // expected
        }
    }

    private int post(List<AddressBlock> networks, Duration timeout) throws Exception {
        return post(receiver.port(), networks, timeout);
    }

    private static int post(int port, List<AddressBlock> networks, Duration timeout) throws Exception {
        CallbackSettings settings = new CallbackSettings(
                List.of(AllowedHost.of("hooks.example:" + port)), networks, "0123456789abcdef", timeout,
                Duration.ofHours(1), 1);
        try (CallbackSender sender = new CallbackSender(settings, new GuardedClient(
                ClientLimits.ofMessages(timeout, 1), settings.hostPolicy(),
                _ -> new InetAddress[] {InetAddress.getLoopbackAddress()}))) {
            return sender.post("http://hooks.example:" + port + "/done", "id-1", "{}").get(5, TimeUnit.MINUTES);
        }
    }
}
