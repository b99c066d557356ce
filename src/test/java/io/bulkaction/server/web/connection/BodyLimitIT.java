package io.bulkaction.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.sample.OnWebSlice;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Bodies of callers without a login, on a real server with a limit of 2 KB. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class BodyLimitIT {

    private static final int MEGABYTE = 1 << 20;
    private static final int SENT = 64 * MEGABYTE;
    /** What the buffers of two sockets may take besides what the server reads. */
    private static final int BUFFERED = 24 * MEGABYTE;

    private static final String FORM = "application/x-www-form-urlencoded";

    @LocalServerPort
    int port;

    /** It was read into memory as a whole before the caller was known. */
    @ParameterizedTest
    @CsvSource({"PUT,/", "PATCH,/", "DELETE,/", "PUT,/api/sample", "POST,/login", "POST,/", "POST,/actuator/health"})
    void anEndlessFormWithoutALoginIsNotRead(String method, String path) throws IOException {
        assertThat(bytesTaken(method, path, FORM)).isLessThan(BUFFERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "multipart/form-data; boundary=x", "text/plain",
        "application/x-ndjson"})
    void anEndlessBodyWithoutALoginIsNotRead(String type) throws IOException {
        assertThat(bytesTaken("POST", "/api/sample", type)).isLessThan(BUFFERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST"})
    void anAnnouncedLengthBeyondTheLimitIsRefusedBeforeTheLoginIsChecked(String method) throws IOException {
        assertThat(answer(method + " / HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + FORM
                + "\r\nContent-Length: 419430400\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 413")
                .contains("\"code\":\"PAYLOAD_TOO_LARGE\"");
    }

    @Test
    void onlyTheExactTypeOfAStreamHasNoLimit() throws IOException {
        assertThat(answer("POST /api/sample HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjsonish"
                + "\r\nContent-Length: 419430400\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
    }

    /** Sends chunks until the server closes the connection. */
    private long bytesTaken(String method, String path, String type) throws IOException {
        byte[] chunk = ("100000\r\n" + "a".repeat(MEGABYTE) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        long taken = 0;
        try (Socket socket = new Socket("127.0.0.1", port)) {
            OutputStream out = socket.getOutputStream();
            out.write((method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            while (taken < SENT) {
                out.write(chunk);
                taken += MEGABYTE;
            }
        } catch (IOException closed) {
            return taken;
        }
        return taken;
    }

    private String answer(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            // why: otherwise the server would wait for the announced body until its time limit
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
