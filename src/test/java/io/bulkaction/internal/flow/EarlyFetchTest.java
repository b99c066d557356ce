package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.flow.EarlyFetch.FetchSize;
import io.bulkaction.internal.flow.EarlyFetch.Reservation;
import io.bulkaction.internal.flow.FairQueue.Fetched;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EarlyFetchTest {

    private static final FetchSize SIZE = new FetchSize(50, 20);
    private static final Fetched NOTHING =
            new Fetched(Stop.EMPTY, Optional.empty(), 0, 0, 0, 0, Claimed.NOTHING);

    private final EarlyFetch early = new EarlyFetch();
    private final List<Fetched> answers = new ArrayList<>();
    private int idle = 3;

    @Test
    void idleWorkersAreReservedOnceUntilTheirFetchHasAnswered() {
        early.claimerWaits(() -> idle, answers::add);
        Reservation first = early.reserve(SIZE).orElseThrow();
        assertThat(first.workers()).isEqualTo(3);
        assertThat(early.reserve(SIZE)).isEmpty();
        assertThat(early.reserved()).isEqualTo(3);

        CompletableFuture<Fetched> fetch = new CompletableFuture<>();
        first.usedBy(fetch);
        assertThat(early.reserved()).as("not answered yet").isEqualTo(3);
        fetch.complete(NOTHING);

        assertThat(answers).containsExactly(NOTHING);
        assertThat(early.reserved()).isZero();
        assertThat(early.lastAnswer()).isDone();
        assertThat(early.reserve(SIZE)).isPresent();
    }

    @Test
    void anEnqueueReservesOnlyWhileTheFetcherWaitsToo() {
        early.claimerWaits(() -> idle, answers::add);
        assertThat(early.reserveBehindEnqueue()).isEmpty();
        early.fetcherWaits(() -> SIZE);
        assertThat(early.reserveBehindEnqueue()).map(Reservation::size).hasValue(SIZE);
    }

    @Test
    void nobodyIsReservedWhileTheClaimerMayBeClaimingForThem() {
        assertThat(early.reserve(SIZE)).isEmpty();
        early.claimerWaits(() -> idle, answers::add);
        early.claimerContinues();
        assertThat(early.reserve(SIZE)).isEmpty();
    }

    @Test
    void busyWorkersAreNotReserved() {
        idle = 0;
        early.claimerWaits(() -> idle, answers::add);
        assertThat(early.reserve(SIZE)).isEmpty();
        idle = 1;
        assertThat(early.reserve(SIZE)).isPresent();
    }

    @Test
    void aFetchThatFailsOrNeverComesReleasesTheWorkers() {
        early.claimerWaits(() -> idle, answers::add);
        early.reserve(SIZE).orElseThrow().usedBy(CompletableFuture.failedFuture(new IllegalStateException("gone")));
        assertThat(early.reserved()).isZero();
        early.reserve(SIZE).orElseThrow().cancel();
        assertThat(early.reserved()).isZero();
        assertThat(answers).isEmpty();
    }

    @Test
    void anErrorWhileWorkersAreCountedReservesNobody() {
        early.claimerWaits(() -> {
            throw new IllegalStateException("no count");
        }, answers::add);
        assertThatThrownBy(() -> early.reserve(SIZE)).hasMessage("no count");
        assertThat(early.reserved()).isZero();
    }
}
