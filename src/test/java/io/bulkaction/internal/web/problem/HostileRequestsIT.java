package io.bulkaction.internal.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.sample.OnWebSlice;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Requests of an attacker: each is answered, and none fills the log. */
@OnWebSlice(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("no other class may print a stack trace meanwhile")
class HostileRequestsIT {

    private static final int MAX_LOGGED = 500;

    private static final String HOST = "Host: localhost\r\n";

    @LocalServerPort
    int port;

    private static Stream<String> requests() {
        Stream<String> paths = Stream.of("/actuator/health/", "/actuator/health/liveness/", "/actuator/prometheus/",
                "/actuator/info/", "/actuator/", "/login/", "/api/sample/", "/api/sample/jobs/", "/")
                .flatMap(start -> Stream.of("a%2fb", "a%2Fb%2F", "%2f", "%2F%2F", "a;b=c", "a%3Bb", "%00", "a%00b",
                        "%25",
                        "%25%30", "%0a", "%0d%0aX:1", "%zz", "%", "%c0%ae", "%ff", "%e0%80", "..%2f", "%2e%2e%2f",
                        "..;/", "%5c", "\\", "//", ".", "%20", "{a}", "a%7Bb", "%EF%BF%BF", "*", "a".repeat(4_000))
                        .map(end -> start + end));
        Stream<String> queries = Stream
                .of("%zz", "%", "a=%00", "a=%ff", "=", "&&&&", "a=1&a=2", "x=" + "y".repeat(5_000),
                        "a&".repeat(1_500), "queue=%c0%ae", "error=%zz", "lang=%zz", "continue=//evil")
                .flatMap(query -> Stream.of("/login?", "/actuator/health?", "/api/sample?", "/?")
                        .map(path -> path + query));
        Stream<String> gets = Stream.concat(paths, queries).map(target -> "GET " + target + " HTTP/1.1\r\n" + HOST);
        Stream<String> methods = Stream
                .of("TRACE", "TRACK", "CONNECT", "PROPFIND", "get", "X".repeat(300), "G@T", "OPTIONS",
                        "PUT", "PATCH", "DELETE", "HEAD")
                .flatMap(method -> Stream.of("/actuator/health", "/login", "/", "/actuator/health/a%2fb")
                        .map(path -> method + " " + path + " HTTP/1.1\r\n" + HOST));
        Stream<String> hosts = Stream
                .of("", "Host: \r\n", "Host: a b\r\n", "Host: [::\r\n", "Host: a:b\r\n", HOST + HOST,
                        "Host: <x>\r\n", "Host: localhost:99999999\r\n", "Host: %00\r\n",
                        "Host: " + "h".repeat(5_000) + "\r\n")
                .flatMap(host -> Stream
                        .of("/actuator/health", "/login", "/", "http://other/actuator/health", "http://[/")
                        .map(path -> "GET " + path + " HTTP/1.1\r\n" + host));
        Stream<String> headers = Stream.of("Accept: nonsense", "Accept: */", "Accept: ;q=x", "Accept: text/html;q=2",
                "Accept: " + "a/b,".repeat(1_000), "Accept: image/png", "Accept-Language: " + "x-".repeat(2_000),
                "Accept-Language: ko;q=x", "Content-Type: nonsense", "Content-Type: text/html;charset=nope",
                "Content-Type: application/x-www-form-urlencoded;charset=nope", "Content-Length: -1",
                "Content-Length: x", "Content-Length: 99999999999999999999", "Transfer-Encoding: nonsense",
                "Transfer-Encoding: chunked, chunked", "Authorization: Basic", "Authorization: Basic %%%",
                "Authorization: Basic Og==", "Authorization: Bearer", "Authorization: Bearer \u00e9",
                "Authorization: Digest x",
                "Cookie: BULK_ACTION_SESSION=../../x", "Cookie: =;=;\"", "Cookie: XSRF-TOKEN=" + "x".repeat(3_000),
                "X-XSRF-TOKEN: %zz", "If-Modified-Since: nonsense", "Range: bytes=9-1", "Expect: nonsense",
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: %%",
                "Upgrade: websocket", "Origin: null", "Origin: nonsense", "X-HTTP-Method-Override: DELETE", ": x", "a",
                "X\u00e9: y", "X: \u0001", "Forwarded: for=\"", "X-Forwarded-For: <x>", "X-Forwarded-Host: a b",
                "X-Forwarded-Port: x", "X-Forwarded-Proto: \"")
                .flatMap(header -> Stream
                        .of("GET /actuator/health", "GET /login", "POST /login", "GET /login/login.css",
                                "POST /api/sample", "GET /")
                        .map(line -> line + " HTTP/1.1\r\n" + HOST + header + "\r\n"));
        return Stream.of(gets, methods, hosts, headers).flatMap(all -> all);
    }

    /** One loop instead of a test for each, because a log line belongs to the request just sent. */
    @Test
    void everyRequestWithoutALoginIsAnsweredAndNoneLogsAStackTrace(CapturedOutput output) throws IOException {
        List<String> wrong = new ArrayList<>();
        answer("GET /login HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
        for (String request : requests().toList()) {
            int before = output.length();
            String answer = answer(request + "Connection: close\r\n\r\n");
            String logged = output.toString().substring(before);
            if (logged.contains("\tat ") || logged.contains("Exception") || logged.length() > MAX_LOGGED) {
                wrong.add(shortened(request) + " is logged as " + shortened(logged));
            }
            if (!isWellAnswered(request, answer)) {
                wrong.add(shortened(request) + " is answered with " + shortened(answer));
            }
        }

        assertThat(wrong).isEmpty();
    }

    /** Each was answered with 500 and logged 21 KB of stack trace, as a GET. */
    @ParameterizedTest
    @CsvSource({
        "/api/sample/lines, application/x-ndjson, Content-Length: 1000, {}, MISSING_BODY",
        "/api/sample, application/json, Content-Length: 1000, {, MISSING_BODY",
        "/api/sample/lines, application/x-ndjson, Transfer-Encoding: chunked, 5|ab, MISSING_BODY",
        "/api/sample/lines, application/x-ndjson, Transfer-Encoding: chunked, ZZ|ab|, INVALID_REQUEST",
        "/api/sample, application/json, Transfer-Encoding: chunked, ZZ|ab|, INVALID_REQUEST",
        "/api/sample/lines, application/x-ndjson, Transfer-Encoding: chunked, 1|abc|, INVALID_REQUEST"})
    void aBodyThatBreaksOffOrIsBadlyEncodedIsTheFaultOfTheCaller(
            String path, String type, String length, String body, String code, CapturedOutput output)
            throws IOException {
        String request = "POST " + path + " HTTP/1.1\r\n" + HOST + "Authorization: Bearer " + OnWebSlice.FEEDER_TOKEN
                + "\r\nContent-Type: " + type + "\r\n" + length + "\r\nConnection: close\r\n\r\n";
        int before = output.length();

        String answer = answer(request + body.replace("|", "\r\n"));

        assertThat(answer).startsWith("HTTP/1.1 400").contains("\"code\":\"" + code + "\"", "\"instance\":\"" + path);
        assertThat(output.toString().substring(before)).doesNotContain("Exception", "\tat ", "unexpected error");
    }

    /** An unknown health component gets a plain 404; an unknown method or encoding gets a 501. */
    private static boolean isWellAnswered(String request, String answer) {
        if (answer.contains("\tat ") || answer.contains("org.apache")) {
            return false;
        }
        return answer.matches("(?s)HTTP/1.1 [1234]..\\b.*") || answer.startsWith("HTTP/1.1 501");
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(500, text.length())).replace("\r\n", " | ");
    }

    private String answer(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
