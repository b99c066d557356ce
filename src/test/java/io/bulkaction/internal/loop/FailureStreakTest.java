package io.bulkaction.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailureStreakTest {

    private final FailureStreak streak = new FailureStreak("test-loop", FailureStreak.FIRST_BACKOFF);
    private final List<String> log = new ArrayList<>();
    private final Logger logger = Logger.getLogger(Loop.class.getName());
    private final Handler recorder = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            log.add(entry.getLevel() + " " + new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void record() {
        logger.setUseParentHandlers(false);
        logger.addHandler(recorder);
    }

    @AfterEach
    void stopRecording() {
        logger.removeHandler(recorder);
        logger.setUseParentHandlers(true);
    }

    @Test
    void theBackOffDoublesFromFiftyMillisecondsToTwoSeconds() {
        Exception failure = new IllegalStateException("down");

        List<Long> backOffs = Stream.generate(() -> streak.add(failure)).limit(8).map(Duration::toMillis).toList();

        assertThat(backOffs).containsExactly(50L, 100L, 200L, 400L, 800L, 1600L, 2000L, 2000L);
    }

    @Test
    void aGoodTurnResetsTheBackOff() {
        streak.add(new IllegalStateException("down"));
        streak.add(new IllegalStateException("down"));

        streak.end();

        assertThat(streak.add(new IllegalStateException("down"))).isEqualTo(FailureStreak.FIRST_BACKOFF);
    }

    @Test
    void theSameFailureIsLoggedOncePerStreakAndItsEndOnce() {
        for (int turn = 0; turn < 5; turn++) {
            streak.add(new IllegalStateException("down"));
            streak.add(new IllegalStateException("slow"));
        }
        streak.end();
        streak.end();
        streak.add(new IllegalStateException("down"));

        String failed = "WARNING Loop test-loop failed and continues: java.lang.IllegalStateException: ";
        assertThat(log).containsExactly(
                failed + "down",
                failed + "slow",
                "INFO Loop test-loop has recovered after 10 failed turns",
                failed + "down");
    }

    @Test
    void everChangingMessagesDoNotFloodTheLog() {
        for (int turn = 0; turn < 100; turn++) {
            streak.add(new IllegalStateException("connection " + turn));
        }

        assertThat(log).hasSize(10);
    }
}
