package io.bulkaction.internal.operate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.operate.history.Fairness.Headline;
import io.bulkaction.internal.operate.history.Fairness.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FairnessTest {

    private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

    @Test
    void inASingleLineASmallGroupWouldHaveWaitedForTheWholeGiant() {
        Run giant = run("giant", 1_000, 1_000, 0, 10_000L);
        Run small = run("small", 10, 10, 2_000, 2_300L);
        Run late = run("late", 10, 10, 12_000, 12_100L);

        assertThat(Fairness.headline(List.of(giant, small, late), START.plusSeconds(20)))
                .as("1,010 jobs in 10 s: it would have been done after 10 s, 8 s after it came")
                .contains(new Headline(new GroupId("giant"), 1, Duration.ofMillis(300), Duration.ofMillis(8_000)));
    }

    @Test
    void aGiantThatStillRunsStandsInLineWithAllItsJobs() {
        Run giant = run("giant", 1_000, 490, 0, null);
        Run small = run("small", 10, 10, 2_000, 2_300L);

        assertThat(Fairness.headline(List.of(giant, small), START.plusSeconds(5)))
                .as("500 jobs in 5 s: all 1,010 take 10.1 s")
                .contains(new Headline(new GroupId("giant"), 1, Duration.ofMillis(300), Duration.ofMillis(8_100)));
    }

    @Test
    void thereIsNoHeadlineWithoutAGiantOrWithoutSomebodyAfterIt() {
        Run one = run("one", 10, 10, 0, 1_000L);
        Run other = run("other", 12, 12, 500, 1_000L);
        assertThat(Fairness.headline(List.of(), START)).isEmpty();
        assertThat(Fairness.headline(List.of(one, other), START)).as("about equal").isEmpty();
        assertThat(Fairness.headline(List.of(one, run("giant", 1_000, 9, 500, null)), START.plusSeconds(9))).isEmpty();
    }

    private static Run run(String id, long total, long done, long created, @Nullable Long finished) {
        return new Run(
                new GroupId(id), finished == null ? GroupStatus.RUNNING : GroupStatus.COMPLETED, total, done,
                START.plusMillis(created), START.plusMillis(created), finished == null ? null
                        : START.plusMillis(finished));
    }
}
