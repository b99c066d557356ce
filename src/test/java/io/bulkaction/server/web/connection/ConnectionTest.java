package io.bulkaction.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.server.web.connection.Connection.TimeLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which times count against the client. */
class ConnectionTest {

    private static final TimeLimits LIMITS = new TimeLimits(Duration.ofSeconds(20), Duration.ofSeconds(30), 1000);

    private long nanos = 42;
    private final Connection connection = new Connection(null, () -> nanos);
    private final Answer answer = new Answer();

    @Test
    void aHeadIsLateAfterItsTotalTimeHoweverOftenAByteArrives() {
        for (int second = 0; second < 20; second += 5) {
            assertThat(connection.isLate(LIMITS)).isFalse();
            connection.readable();
            connection.released();
            pass(5);
        }
        pass(1);

        assertThat(connection.isLate(LIMITS)).isTrue();
    }

    @Test
    void theTotalTimeOfABodyGrowsOnlyWithItsBytes() {
        connection.headComplete(answer);
        for (int second = 0; second < 30; second += 5) {
            receive(1, 5);
        }
        connection.awaitBody();
        pass(1);

        assertThat(connection.isLate(LIMITS)).isTrue();
    }

    @Test
    void aSlowButSteadyUploadMayTakeHours() {
        connection.headComplete(answer);
        for (int second = 0; second < 36_000; second += 10) {
            receive(10_000, 10);
        }
        connection.awaitBody();

        assertThat(connection.isLate(LIMITS)).isFalse();
    }

    /** While Redis is slow, a stream of lines is read slowly, which is not the fault of its sender. */
    @Test
    void timeThatTheServerTakesDoesNotCount() {
        connection.headComplete(answer);
        for (int i = 0; i < 100; i++) {
            receive(1, 0);
            pass(60);
            assertThat(connection.isLate(LIMITS)).isFalse();
        }
        connection.awaitBody();

        assertThat(connection.isLate(LIMITS)).isFalse();
    }

    @Test
    void anAnswerThatIsTakenSlowlyIsLateAfterATimeThatGrowsWithItsBytes() {
        connection.headComplete(answer);
        pass(3600);
        assertThat(connection.isLate(LIMITS)).as("the server works").isFalse();

        answer.begunAt = nanos;
        answer.bytes = 10_000;
        pass(40);
        assertThat(connection.isLate(LIMITS)).isFalse();
        pass(1);
        assertThat(connection.isLate(LIMITS)).isTrue();

        connection.answered();
        connection.released();
        assertThat(connection.isLate(LIMITS)).isFalse();
    }

    @Test
    void theRestOfABodyAfterTheAnswerIsLimitedToo() {
        connection.headComplete(answer);
        connection.answered();
        pass(21);

        assertThat(connection.isLate(LIMITS)).isTrue();
    }

    @Test
    void anIdleConnectionIsKeptAndItsNextHeadHasTheFullTime() {
        connection.headComplete(answer);
        connection.answered();
        connection.released();
        pass(3600);
        assertThat(connection.isLate(LIMITS)).isFalse();

        connection.readable();
        pass(19);
        assertThat(connection.isLate(LIMITS)).isFalse();
        pass(2);
        assertThat(connection.isLate(LIMITS)).isTrue();
    }

    private void receive(int bytes, int seconds) {
        connection.awaitBody();
        pass(seconds);
        connection.bodyArrived(bytes);
    }

    private void pass(long seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }

    private static final class Answer implements Connection.Answer {

        private long begunAt = -1;
        private long bytes;

        @Override
        public boolean isBegun() {
            return begunAt >= 0;
        }

        @Override
        public long begunAtNanos() {
            return begunAt;
        }

        @Override
        public long bytes() {
            return bytes;
        }
    }
}
