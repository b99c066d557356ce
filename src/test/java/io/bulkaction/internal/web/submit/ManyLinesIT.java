package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.PrivateRedis;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of very many jobs, sent to a service that has less memory than the file has bytes;
 * {@code -Dchaos.lines=1000000} for a million.
 */
@Timeout(900)
class ManyLinesIT {

    private static final int LINES = Integer.getInteger("chaos.lines", 200_000);
    private static final String TEXT = "Hello. ".repeat(100);

    @TempDir
    Path directory;

    @Test
    void veryManyLinesAreReadInConstantMemory() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start();
                SmallService service = SmallService.start(directory, redis);
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest upload = service
                    .submit("?groupId=giant&processorType=SEND_EMAIL", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofInputStream(Lines::new))
                    .build();

            HttpResponse<String> answer = http.send(upload, HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            JsonNode json = JsonMapper.builder().build().readTree(answer.body());
            assertThat(json.path("accepted").asInt()).isEqualTo(LINES);
            assertThat(json.path("duplicates").asInt()).isZero();
            assertThat(json.path("totalJobs").asInt()).isEqualTo(LINES);
            service.assertAlive();
        }
    }

    /** Made while they are read, so that the test has no such file in memory either. */
    private static final class Lines extends InputStream {

        private byte[] line = {};
        private int at;
        private int number;

        @Override
        public int read() {
            if (at == line.length && !next()) {
                return -1;
            }
            return line[at++] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (at == line.length && !next()) {
                return -1;
            }
            int count = Math.min(length, line.length - at);
            System.arraycopy(line, at, target, offset, count);
            at += count;
            return count;
        }

        private boolean next() {
            if (number == LINES) {
                return false;
            }
            StringBuilder block = new StringBuilder();
            for (int last = Math.min(LINES, number + 500); number < last; number++) {
                block.append("{\"jobId\":\"mail-").append(number).append("\",\"payload\":{\"to\":\"customer-")
                        .append(number)
                        .append("@example.com\",\"subject\":\"An offer for you\",\"body\":\"").append(TEXT)
                        .append("\"}}\n");
            }
            line = block.toString().getBytes(StandardCharsets.UTF_8);
            at = 0;
            return true;
        }
    }
}
