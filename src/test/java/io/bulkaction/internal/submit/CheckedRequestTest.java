package io.bulkaction.internal.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.JobRequest;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** Nothing that a request says is forgotten on its way to a second submit. */
class CheckedRequestTest {

    private static final Instant SUBMITTED = Instant.parse("2030-01-01T00:00:00Z");

    private final JobWriter writer = new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256));

    @ParameterizedTest
    @ValueSource(strings = {"delay,ttl", "startAt,expiresAt"})
    void everyFieldIsInTheRequestThatIsSubmittedAgain(String absent) {
        Samples samples = Samples.without(absent.split(","));
        Target target = samples.of(Target.class);
        JobRequest job = samples.of(JobRequest.class);

        BulkActionRequest again = checked(target, job).again();

        assertThat(again.target()).isEqualTo(CheckedRequest.with(target, target.timing().from(SUBMITTED)));
        assertThat(again.jobs()).containsExactly(
                new JobRequest(job.id(), job.payload(), job.timing().from(SUBMITTED), job.metadata()));
        assertThat(again.sealed()).isTrue();
    }

    /** They were forgotten, so what should have expired ran. */
    @Test
    void durationsCountFromTheFirstSubmit() {
        Timing timing = new Timing(null, Duration.ofMinutes(10), null, Duration.ofHours(1));
        Target target = CheckedRequest.with(Samples.without("delay", "ttl").of(Target.class), timing);
        CheckedRequest request = checked(target, new JobRequest("j", 1, timing, Map.of()));

        CheckedRequest later = request.asOf(SUBMITTED.plusSeconds(900));

        Timing left = new Timing(null, Duration.ZERO, null, Duration.ofMinutes(45));
        assertThat(later.target().timing()).isEqualTo(left);
        assertThat(later.jobs().getFirst().timing()).isEqualTo(left);
        assertThat(request.asOf(SUBMITTED.minusSeconds(5))).as("a clock that went back").isEqualTo(request);
        assertThat(request.asOf(SUBMITTED.plusSeconds(36_000)).target().timing().ttl()).isEqualTo(Duration.ZERO);
    }

    private CheckedRequest checked(Target target, JobRequest job) {
        List<EnqueueBatch.Entry> jobs = List.of(writer.write(job, Map.of()));
        return new CheckedRequest(target, jobs, true, "trace", SUBMITTED);
    }
}
