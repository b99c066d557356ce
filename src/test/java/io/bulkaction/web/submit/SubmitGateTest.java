package io.bulkaction.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.settings.RequestSettings;
import io.bulkaction.submit.Submission;
import io.bulkaction.web.problem.ProblemException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class SubmitGateTest {

    private static final Submission DONE = new Submission("q", "g", 1, 1, 0, 1, "", false);

    private final SubmitGate gate = new SubmitGate(1, 1);

    @Test
    void aSubmitBeyondTheLimitIsToldToComeBack() throws IOException {
        Submission first = gate.pass(() -> {
            assertThatThrownBy(() -> gate.pass(() -> DONE)).isInstanceOfSatisfying(
                    ProblemException.class,
                    e -> assertThat(e.type()).isEqualTo(SubmitProblems.TOO_MANY_SUBMITS));
            return DONE;
        });

        assertThat(first).isEqualTo(DONE);
        assertThat(gate.pass(() -> DONE)).isEqualTo(DONE);
    }

    @Test
    void aSubmitThatFailsLeavesItsPlace() throws IOException {
        assertThatThrownBy(() -> gate.pass(() -> {
            throw new IOException("gone");
        })).hasMessage("gone");

        assertThat(gate.pass(() -> DONE)).isEqualTo(DONE);
    }

    @ParameterizedTest
    @CsvSource({"0, 112, 2", "0, 1024, 16", "0, 100000, 64", "7, 112, 7"})
    void asManyAsFitIntoHalfOfTheHeapUnlessSet(int set, int heapMegabytes, int places) {
        RequestSettings settings = new RequestSettings(
                DataSize.ofMegabytes(8), set, 0, Duration.ofSeconds(1), Duration.ofSeconds(1), DataSize.ofBytes(1));

        assertThat(SubmitGate.places(settings, DataSize.ofMegabytes(heapMegabytes).toBytes())).isEqualTo(places);
    }
}
