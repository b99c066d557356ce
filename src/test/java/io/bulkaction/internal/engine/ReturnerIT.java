package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight.Release;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that are given back in several calls are in the order in which they were claimed. */
class ReturnerIT {

    private static final int JOBS = 170;

    private final TestQueue test = TestQueue.with("backpressure.global-rps", "1000000");
    private final Leases leases = new Leases();
    private final Returner returner = new Returner(test.queue(), leases, () -> {});
    private final List<ClaimedJob> claimed = new ArrayList<>();

    @BeforeEach
    void nothingIsWrittenBeforeTheEnd() {
        returner.loop().stop(Deadline.in(Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void jobsThatNeverStartedGoToTheFrontOfReadyInTheirOrder(int groups) {
        claimAll(groups);

        returner.giveBack(claimed.stream().limit(60).map(job -> new Release(job, false)).toList());
        returner.giveBack(claimed.stream().skip(60).map(job -> new Release(job, false)).toList());
        assertThat(returner.stop(Deadline.in(Duration.ofSeconds(30)))).isTrue();

        assertThat(test.ready()).startsWith(ids()).endsWith("later").hasSize(JOBS + 1);
        assertThat(leases.size()).isZero();
        Accounting.prove(test);
    }

    @Test
    void whatIsGivenBackInSeveralRoundsKeepsItsOrder() {
        claimAll(1);

        giveBackFrom(60, 120);
        giveBackFrom(120, JOBS);
        giveBackFrom(0, 60);

        assertThat(test.ready()).startsWith(ids()).endsWith("later").hasSize(JOBS + 1);
        Accounting.prove(test);
    }

    private void giveBackFrom(int from, int to) {
        returner.giveBack(claimed.subList(from, to).stream().map(job -> new Release(job, false)).toList());
        assertThat(returner.stop(Deadline.in(Duration.ofSeconds(30)))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void jobsThatStartedGoToTheFrontOfTheirGroupsInTheirOrder(int groups) {
        claimAll(groups);

        returner.giveBack(claimed.reversed().stream().map(job -> new Release(job, true)).toList());
        assertThat(returner.stop(Deadline.in(Duration.ofSeconds(30)))).isTrue();

        for (int group = 0; group < groups; group++) {
            String name = "group-" + group;
            assertThat(test.pending(name)).startsWith(claimed.stream()
                    .filter(job -> job.groupId().value().equals(name))
                    .map(job -> job.id().value())
                    .toArray(String[]::new));
        }
        Accounting.prove(test);
    }

    private void claimAll(int groups) {
        for (int group = 0; group < groups; group++) {
            String name = "group-" + group;
            test.enqueue(name, IntStream.range(0, JOBS / groups + 1).mapToObj(i -> name + "-" + i)
                    .toArray(String[]::new));
        }
        test.fetch(JOBS);
        claimed.addAll(test.claim(JOBS));
        claimed.forEach(leases::add);
        assertThat(claimed).hasSize(JOBS);
        test.enqueue("later", "later");
        while (!test.ready().contains("later")) {
            test.fetch(1);
            test.ready().stream().filter(id -> !id.equals("later")).findAny().ifPresent(id -> test.complete(
                    test.claimOne()));
        }
    }

    private String[] ids() {
        return claimed.stream().map(job -> job.id().value()).toArray(String[]::new);
    }
}
