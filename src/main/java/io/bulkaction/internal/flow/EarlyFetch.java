package io.bulkaction.internal.flow;

import io.bulkaction.internal.flow.FairQueue.Fetched;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a process fetch and claim in one step for its own idle workers: right behind an enqueue of its own, on the same
 * connection and without waiting for answers, or when its fetcher is woken.
 *
 * <p>While claimer and fetcher wait for a wake signal they offer what such a fetch needs. Whoever reserves the idle
 * workers fetches for them; until that fetch has answered nobody else claims for them.
 */
public final class EarlyFetch {

    private @Nullable Supplier<FetchSize> size;
    private @Nullable Idle idle;
    private int reserved;
    private CompletableFuture<?> lastAnswer = CompletableFuture.completedFuture(null);

    /** How much a fetch may bring to Ready. */
    public record FetchSize(int limit, int minDepth) {}

    private record Idle(IntSupplier workers, Consumer<Fetched> answer) {}

    /** The fetcher finds nothing to do: an enqueue may fetch in its place. */
    public synchronized void fetcherWaits(Supplier<FetchSize> offered) {
        size = offered;
    }

    public synchronized void fetcherContinues() {
        size = null;
    }

    /**
     * The claimer finds nothing to claim.
     *
     * @param workers how many are idle
     * @param answer told what a fetch brought for them
     */
    public synchronized void claimerWaits(IntSupplier workers, Consumer<Fetched> answer) {
        idle = new Idle(workers, answer);
    }

    public synchronized void claimerContinues() {
        idle = null;
    }

    /** Idle workers that a fetch under way claims for: whoever claims for all others leaves these out. */
    public synchronized int reserved() {
        return reserved;
    }

    /** For an enqueue about to be sent: only while the fetcher waits too, otherwise it fetches anyway. */
    synchronized Optional<Reservation> reserveBehindEnqueue() {
        Supplier<FetchSize> offered = size;
        return offered == null ? Optional.empty() : reserve(offered.get());
    }

    /** For the fetcher, which was woken for new work. */
    public synchronized Optional<Reservation> reserve(FetchSize wanted) {
        Idle offered = idle;
        if (offered == null || reserved > 0) {
            return Optional.empty();
        }
        int workers = offered.workers().getAsInt();
        reserved = workers;
        return workers == 0 ? Optional.empty() : Optional.of(new Reservation(workers, wanted, offered));
    }

    /** When the fetch under way, if any, has answered and its jobs are with the workers. */
    public synchronized CompletableFuture<?> lastAnswer() {
        return lastAnswer;
    }

    private synchronized void release() {
        reserved = 0;
    }

    /** The right to fetch and claim for so many workers. Must be used or cancelled. */
    public final class Reservation {

        private final int workers;
        private final FetchSize size;
        private final Idle idle;

        private Reservation(int workers, FetchSize size, Idle idle) {
            this.workers = workers;
            this.size = size;
            this.idle = idle;
        }

        int workers() {
            return workers;
        }

        FetchSize size() {
            return size;
        }

        /** There will be no fetch after all. */
        void cancel() {
            release();
        }

        /** @return the same fetch, done when its jobs are with the workers */
        CompletableFuture<Fetched> usedBy(CompletableFuture<Fetched> fetch) {
            CompletableFuture<Fetched> delivered = fetch
                    .whenComplete((fetched, failure) -> {
                        try {
                            if (fetched != null) {
                                idle.answer().accept(fetched);
                            }
                        } finally {
                            release();
                        }
                    });
            synchronized (EarlyFetch.this) {
                lastAnswer = delivered;
            }
            return delivered;
        }
    }
}
