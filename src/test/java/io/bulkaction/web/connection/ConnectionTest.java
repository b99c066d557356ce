package io.bulkaction.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.web.connection.Connection.Patience;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whose time counts, by a clock of the test's own. */
class ConnectionTest {

    private static final Patience PATIENCE = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(30), 1000);

    private long nanos = 42;
    private final Connection connection = new Connection(null, () -> nanos);

    @Test
    void aHeadHasATimeInTotalHoweverOftenAByteArrives() {
        for (int second = 0; second < 20; second += 5) {
            assertThat(connection.isLate(PATIENCE)).isFalse();
            connection.readable();
            connection.left();
            pass(5);
        }
        pass(1);

        assertThat(connection.isLate(PATIENCE)).isTrue();
    }

    @Test
    void aBodyHasATimeInTotalThatGrowsOnlyWithItsBytes() {
        connection.headComplete();
        for (int second = 0; second < 30; second += 5) {
            receive(1, 5);
        }
        connection.awaitBody();
        pass(1);

        assertThat(connection.isLate(PATIENCE)).isTrue();
    }

    @Test
    void aSlowButHonestUploadMayTakeForHours() {
        connection.headComplete();
        for (int second = 0; second < 36_000; second += 10) {
            receive(10_000, 10);
        }
        connection.awaitBody();

        assertThat(connection.isLate(PATIENCE)).isFalse();
    }

    /** While Redis is slow, a stream of lines is read slowly, and its sender cannot help it. */
    @Test
    void timeThatTheServerTakesIsNotTheClients() {
        connection.headComplete();
        for (int i = 0; i < 100; i++) {
            receive(1, 0);
            pass(60);
            assertThat(connection.isLate(PATIENCE)).isFalse();
        }
        connection.awaitBody();

        assertThat(connection.isLate(PATIENCE)).isFalse();
    }

    @Test
    void whatIsLeftOfABodyAfterTheAnswerHasATimeToo() {
        connection.headComplete();
        connection.answered();
        pass(21);

        assertThat(connection.isLate(PATIENCE)).isTrue();
    }

    @Test
    void anIdleConnectionIsKeptAndItsNextHeadHasItsOwnTime() {
        connection.headComplete();
        connection.answered();
        connection.left();
        pass(3600);
        assertThat(connection.isLate(PATIENCE)).isFalse();

        connection.readable();
        pass(19);
        assertThat(connection.isLate(PATIENCE)).isFalse();
        pass(2);
        assertThat(connection.isLate(PATIENCE)).isTrue();
    }

    private void receive(int bytes, int seconds) {
        connection.awaitBody();
        pass(seconds);
        connection.bodyArrived(bytes);
    }

    private void pass(long seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }
}
