package io.bulkaction.internal.operate.recur;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.JobRequest;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.settings.Defaults;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpJobsIT {

    private final LocalHttp server;
    private final HttpJobs jobs;

    HttpJobsIT() throws IOException {
        server = new LocalHttp();
        jobs = new HttpJobs(Defaults.recurringSources(Map.of(
                "allowed-hosts", "127.0.0.1:" + server.port(), "max-size", "1KB")));
    }

    @AfterEach
    void close() {
        jobs.close();
        server.close();
    }

    @Test
    void eachLineIsAJobWithItsDigitsAsTheyWere() throws IOException {
        server.answers(LocalHttp.json(200,
                "{\"jobId\":\"a\",\"payload\":{\"n\":1.10000000000000000001,\"big\":12345678901234567890}}\n\n{\"payload\":[1]}\n"));

        List<JobRequest> found = jobs.from(server.uri("/jobs").toString()).toList();

        assertThat(found).containsExactly(
                JobRequest.json("a", "{\"n\":1.10000000000000000001,\"big\":12345678901234567890}"),
                JobRequest.json(null, "[1]"));
        assertThat(server.onlyRequest().header("Accept")).isEqualTo("application/x-ndjson");
    }

    @Test
    void anErrorAnAnswerThatIsTooLargeAndABadLineAreNotTakenForJobs() {
        String url = server.uri("/jobs").toString();
        server.answers(LocalHttp.json(503, ""));
        assertThatThrownBy(() -> jobs.from(url)).hasMessage("the source answered 503");
        server.answers(LocalHttp.json(200, "{\"payload\":1}\n".repeat(100)));
        assertThatThrownBy(() -> jobs.from(url)).hasMessageContaining("larger than 1024B");
        server.answers(LocalHttp.json(200, "{\"payload\":1}\n{\"payload\":"));
        assertThatThrownBy(() -> jobs.from(url).toList())
                .hasMessageContaining("line 2 of the source is not a job as JSON");
        server.answers(LocalHttp.json(200, "{\"jobId\":\"a\"}"));
        assertThatThrownBy(() -> jobs.from(url).toList()).hasMessage("line 1 of the source: it has no payload");
    }

    @Test
    void aLineSaysWhatALineOfASubmitSays() throws IOException {
        server.answers(LocalHttp.json(200, """
                {"jobId":"a","payload":1,"metadata":{"tenant":"kr"},"runAt":"2027-01-15T18:00:00+09:00","ttl":"1h"}
                {"payload":2,"delay":"15m","expiresAt":"2027-01-15T10:00:00Z"}
                """));

        assertThat(jobs.from(server.uri("/jobs").toString())).containsExactly(
                JobRequest.json("a", "1").with("tenant", "kr").runAt(Instant.parse("2027-01-15T09:00:00Z"))
                        .ttl(Duration.ofHours(1)),
                JobRequest.json(null, "2").delay(Duration.ofMinutes(15))
                        .expiresAt(Instant.parse("2027-01-15T10:00:00Z")));
    }

    @Test
    void aFieldThatIsUnknownTwiceThereOrOfTheWrongFormIsRefusedByName() {
        refuses("{\"payload\":1,\"jobid\":\"a\"}", "field 'jobid' is unknown; known are: delay, expiresAt, jobId,");
        refuses("{\"payload\":1,\"payload\":2}", "Duplicate");
        refuses("{\"payload\":1,\"runAt\":\"2027-01-15T09:00:00\"}", "runAt must be a time with its offset");
        refuses("{\"payload\":1,\"delay\":\"soon\"}", "delay must be a duration");
        refuses("{\"payload\":1,\"delay\":\"1h\",\"runAt\":\"2027-01-15T09:00:00Z\"}", "runAt and delay");
        refuses("null", "it is null");
        refuses("[1]", "is not a job as JSON");
    }

    private void refuses(String line, String why) {
        server.answers(LocalHttp.json(200, line));
        assertThatThrownBy(() -> jobs.from(server.uri("/jobs").toString()).toList())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line 1 of the source").hasMessageContaining(why);
    }

    @Test
    void onlyAllowedHostsAreCalled() {
        assertThat(jobs.problem("http://127.0.0.1:1/x")).contains("allowed-hosts");
        assertThat(jobs.problem("ftp://127.0.0.1/x")).contains("must begin with http");
        assertThat(jobs.problem(server.uri("/jobs").toString())).isNull();
        assertThatThrownBy(() -> jobs.from("http://127.0.0.1:1/x")).isInstanceOf(IOException.class);
        assertThat(server.requests()).isEmpty();
    }
}
