package io.bulkaction.queue;

import java.util.concurrent.CompletableFuture;

/**
 * What a process does for its own idle workers with what it submits: it fetches right behind the enqueue, on the same
 * connection and without waiting for answers. Then the enqueue wakes nobody.
 */
public interface EarlyFetch {

    EarlyFetch NONE = new EarlyFetch() {
        @Override
        public int promise() {
            return 0;
        }

        @Override
        public void withdraw() {
            throw new IllegalStateException("nobody was promised");
        }

        @Override
        public CompletableFuture<?> fetch(int workers) {
            throw new IllegalStateException("nobody was promised");
        }
    };

    /** @return workers that are fetched for behind the enqueue about to be sent; 0 when it is to wake a fetcher */
    int promise();

    /** Follows a promise of at least one worker when the enqueue is not sent. */
    void withdraw();

    /** Follows each other promise of at least one worker; must not block. */
    CompletableFuture<?> fetch(int workers);
}
