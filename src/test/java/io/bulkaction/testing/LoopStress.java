package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The start/stop contract of everything that owns a thread: calls may come from anywhere, doubled and in any order;
 * none of them throws or hangs, and after the last stop no thread is left.
 */
public final class LoopStress {

    private static final int CALLERS = 6;
    private static final int CALLS_EACH = 40;

    private LoopStress() {}

    /** Hammers with a new seed, which is printed. @param threadName what the names of all its threads begin with */
    public static void hammer(String threadName, Runnable start, Runnable stop) {
        hammer(threadName, start, stop, new Random().nextLong());
    }

    public static void hammer(String threadName, Runnable start, Runnable stop, long seed) {
        System.out.println("LoopStress of " + threadName + ": seed " + seed);
        // why not none: a service that another test keeps may have threads of the same name
        int others = LiveThreads.named(threadName).size();
        stop.run();
        callFromManyThreads(start, stop, seed);

        start.run();
        await("a thread after a start").until(() -> LiveThreads.named(threadName).size() > others);
        stop.run();
        stop.run();
        await("no thread after the last stop").until(() -> LiveThreads.named(threadName).size() <= others);
    }

    private static void callFromManyThreads(Runnable start, Runnable stop, long seed) {
        // why not close(): it would wait for ever for a call that hangs
        var callers = Executors.newFixedThreadPool(CALLERS, Thread.ofPlatform().daemon().name("caller-", 0).factory());
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Random random = new Random(seed + caller);
                calls.add(callers.submit(() -> {
                    for (int call = 0; call < CALLS_EACH; call++) {
                        (random.nextBoolean() ? start : stop).run();
                    }
                }));
            }
            for (Future<?> call : calls) {
                call.get(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException failed) {
            throw new AssertionError("a start or stop threw", failed.getCause());
        } catch (TimeoutException hanging) {
            throw new AssertionError("a start or stop hangs", hanging);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        } finally {
            callers.shutdownNow();
        }
    }
}
