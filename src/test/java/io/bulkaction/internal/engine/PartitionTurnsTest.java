package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.engine.PartitionTurns.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionTurnsTest {

    private final PartitionTurns turns = new PartitionTurns(3);

    @Test
    void partitionsGetJobsInProportionToTheTenantsThatWaitThere() {
        turns.waiting(0, new long[] {0, 10, 0});
        turns.waiting(1, new long[] {0, 20, 0});
        turns.waiting(2, new long[] {0, 70, 0});

        assertThat(jobs(List.of(0, 1, 2), 1, 10_000)).containsExactly(1_000, 2_000, 7_000);
    }

    @Test
    void theyDoSoAlsoWhereACallTakesMoreThanAPartitionsShare() {
        turns.waiting(0, new long[] {0, 10, 0});
        turns.waiting(1, new long[] {0, 30, 0});
        turns.waiting(2, new long[] {0, 60, 0});

        int[] jobs = jobs(List.of(0, 1, 2), 32, 100_000);

        assertThat(jobs[0]).isBetween(9_900, 10_100);
        assertThat(jobs[1]).isBetween(29_900, 30_100);
    }

    /** All credits once grew to their bound, where nobody is ahead of anybody. */
    @Test
    void roundsThatBringLessThanTheyAskForKeepTheProportion() {
        turns.waiting(0, new long[] {0, 10, 0});
        turns.waiting(1, new long[] {0, 30, 0});
        turns.waiting(2, new long[] {0, 60, 0});
        int[] got = new int[3];
        for (int round = 0; round < 1_000; round++) {
            for (Slice slice : turns.share(List.of(0, 1, 2), 400, 200)) {
                int jobs = Math.min(100, slice.jobs());
                got[slice.partition()] += jobs;
                turns.got(slice.partition(), jobs);
            }
        }
        int all = got[0] + got[1] + got[2];

        assertThat(got[0]).isBetween(all * 95 / 1_000, all * 105 / 1_000);
        assertThat(got[1]).isBetween(all * 295 / 1_000, all * 305 / 1_000);
    }

    /** The smaller the batches, the more a job costs. */
    @Test
    void noRoundEndsWithASliceThatIsNotWorthACall() {
        List<Integer> all = List.of(0, 1, 2);

        List<Slice> one = turns.share(all, 230, 200);
        turns.got(one.getFirst().partition(), 230);
        List<Slice> next = turns.share(all, 400, 200);

        assertThat(one).extracting(Slice::jobs).containsExactly(230);
        assertThat(next).extracting(Slice::jobs).containsExactly(210, 190);
        assertThat(next).extracting(Slice::partition).doesNotContain(one.getFirst().partition());
    }

    @Test
    void aHigherLevelGoesFirstInWhicheverPartitionItIs() {
        turns.waiting(0, new long[] {0, 90, 0});
        turns.waiting(1, new long[] {1, 5, 0});
        turns.waiting(2, new long[] {0, 0, 40});

        assertThat(turns.share(List.of(0, 1, 2), 50, 1)).startsWith(new Slice(1, 50));
    }

    @Test
    void whoHasNoWorkSavesNothingUp() {
        turns.share(List.of(0, 1, 2), 90, 1);
        turns.ranEmpty(0);
        turns.got(1, 30);
        turns.got(2, 30);

        assertThat(turns.share(List.of(0, 1, 2), 90, 1)).extracting(Slice::jobs).containsExactly(30, 30, 30);
    }

    /** What each gets of so many rounds of 10 jobs, if each takes all that it is offered. */
    private int[] jobs(List<Integer> partitions, int atLeast, int all) {
        int[] jobs = new int[3];
        for (int given = 0; given < all; given += 10) {
            for (Slice slice : turns.share(partitions, 10, atLeast)) {
                jobs[slice.partition()] += slice.jobs();
                turns.got(slice.partition(), slice.jobs());
            }
        }
        return jobs;
    }
}
