package io.bulkaction.internal.run;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls one aggregator for a limited time. A call that takes longer fails; it is interrupted, and nobody waits for it
 * any more.
 */
final class TimedCalls {

    /** If so many calls ignore their interrupts, the aggregator is not called again: each occupies a thread. */
    static final int MAX_HUNG = 10;

    /** Platform threads: an endless loop on a virtual one would take a core from every worker. */
    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("aggregator-", 0).inheritInheritableThreadLocals(false).factory());

    /** Of one call. Given up before it began, it never begins; given up while it runs, it hangs until it returns. */
    private enum Phase {
        NEW,
        RUNNING,
        HUNG,
        OVER
    }

    private final String name;
    private final AtomicInteger hung = new AtomicInteger();

    TimedCalls(String name) {
        this.name = name;
    }

    /**
     * @throws TimeoutException names the aggregator
     * @throws CancellationException if the caller itself is interrupted
     */
    <T> T call(Callable<T> work, Duration limit) throws Exception {
        if (hung.get() >= MAX_HUNG) {
            throw new TimeoutException(name + " still hangs in " + hung + " earlier calls and is not called again");
        }
        AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);
        Future<T> answer = THREADS.submit(() -> {
            if (!phase.compareAndSet(Phase.NEW, Phase.RUNNING)) {
                throw new CancellationException("given up before it began");
            }
            try {
                return work.call();
            } finally {
                if (phase.getAndSet(Phase.OVER) == Phase.HUNG) {
                    hung.decrementAndGet();
                }
            }
        });
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) failure.getCause();
        } catch (TimeoutException late) {
            giveUp(answer, phase);
            throw new TimeoutException(name + " did not end within " + limit.toMillis() + " ms");
        } catch (InterruptedException stopped) {
            giveUp(answer, phase);
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while " + name + " was running");
        }
    }

    private void giveUp(Future<?> answer, AtomicReference<Phase> phase) {
        if (!phase.compareAndSet(Phase.NEW, Phase.OVER) && phase.compareAndSet(Phase.RUNNING, Phase.HUNG)) {
            hung.incrementAndGet();
        }
        answer.cancel(true);
    }
}
