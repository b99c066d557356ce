package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.Submission;
import io.bulkaction.internal.web.RequestSettings;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.testing.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class SubmitGateTest {

    private static final Submission DONE = new Submission(new QueueName("q"), new GroupId("g"), 1, 1, 0, 1, "", false);

    private final SubmitGate gate = new SubmitGate(2, 1);

    @Test
    void aSubmitBeyondTheLimitIsRefused() throws IOException {
        Submission first = gate.document("a", () -> gate.document("b", () -> {
            assertRefused(() -> gate.document("c", () -> DONE));
            return DONE;
        }));

        assertThat(first).isEqualTo(DONE);
        assertThat(gate.document("c", () -> DONE)).isEqualTo(DONE);
    }

    @Test
    void oneUserHasAtMostHalfOfThePermits() throws IOException {
        gate.document("a", () -> {
            assertRefused(() -> gate.document("a", () -> DONE));
            return gate.document("b", () -> DONE);
        });
        gate.stream("a", () -> gate.stream("a", () -> {
            assertRefused(() -> gate.stream("a", () -> DONE));
            return gate.stream("b", () -> DONE);
        }));
    }

    /** With half of the permits each, two accounts shut out everybody else. */
    @Test
    void usersWhoTakeAllTheyCanStillLeavePermitsToOthers() throws IOException {
        SubmitGate eight = new SubmitGate(8, 1);
        Submission last = takeAll(eight, "a", 4, () -> takeAll(eight, "b", 2,
                () -> takeAll(eight, "c", 1, () -> takeAll(eight, "d", 1, () -> DONE))));

        assertThat(last).isEqualTo(DONE);
        takeAll(eight, "a", 4, () -> DONE);
    }

    /** Submits with as many permits as the user can get, and does the rest while they are held. */
    private static Submission takeAll(SubmitGate gate, String user, int expected, SubmitPermits.Submit<Submission> rest)
            throws IOException {
        if (expected == 0) {
            assertRefused(() -> gate.document(user, () -> DONE));
            return rest.run();
        }
        return gate.document(user, () -> takeAll(gate, user, expected - 1, rest));
    }

    @Test
    void aSubmitThatWaitsGetsTheNextPermitThatComesBack() throws Exception {
        SubmitGate patient = new SubmitGate(1, Patience.LIMIT.toMillis());
        FutureTask<Submission> waiting = new FutureTask<>(() -> patient.document("b", () -> DONE));
        patient.document("a", () -> {
            Thread thread = Thread.ofPlatform().start(waiting);
            await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            return DONE;
        });

        assertThat(waiting.get()).isEqualTo(DONE);
    }

    @Test
    void streamsTakeNoPermitsOfDocuments() throws IOException {
        assertThat(gate.stream("a", () -> gate.stream("a", () -> gate.document("a", () -> DONE)))).isEqualTo(DONE);
    }

    @Test
    void aSinglePermitIsForEverybody() throws IOException {
        assertThat(new SubmitGate(1, 1).document("a", () -> DONE)).isEqualTo(DONE);
    }

    @Test
    void aSubmitThatFailsOrIsRefusedReturnsItsPermit() throws IOException {
        assertThatThrownBy(() -> gate.document("a", () -> {
            throw new IOException("gone");
        })).hasMessage("gone");
        gate.document("a", () -> gate.document("b", () -> {
            assertRefused(() -> gate.document("c", () -> DONE));
            return DONE;
        }));

        assertThat(gate.document("a", () -> gate.document("c", () -> DONE))).isEqualTo(DONE);
    }

    private static void assertRefused(ThrowingCallable submit) {
        assertThatThrownBy(submit)
                .isInstanceOf(ProblemException.class)
                .hasMessage(SubmitProblems.TOO_MANY_SUBMITS.code());
    }

    @ParameterizedTest
    @CsvSource({"0, 112, 2", "0, 1024, 16", "0, 100000, 64", "7, 112, 7"})
    void asManyDocumentsAsFitIntoHalfOfTheHeapUnlessConfigured(int set, int heapMegabytes, int permits) {
        RequestSettings settings = new RequestSettings(
                DataSize.ofMegabytes(8), set, 0, Duration.ofSeconds(1), Duration.ofSeconds(1), DataSize.ofBytes(1));

        assertThat(SubmitGate.permits(settings, DataSize.ofMegabytes(heapMegabytes).toBytes())).isEqualTo(permits);
    }
}
