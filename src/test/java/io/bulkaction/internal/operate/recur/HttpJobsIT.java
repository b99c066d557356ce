package io.bulkaction.internal.operate.recur;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.JobRequest;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.settings.Defaults;
import java.io.IOException;
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
        assertThatThrownBy(() -> jobs.from(url).toList()).hasMessageContaining("line 2 of the source is not JSON");
        server.answers(LocalHttp.json(200, "{\"jobId\":\"a\"}"));
        assertThatThrownBy(() -> jobs.from(url).toList()).hasMessageContaining("line 1 of the source has no payload");
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
