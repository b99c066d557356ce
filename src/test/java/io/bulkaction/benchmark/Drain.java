package io.bulkaction.benchmark;

import io.bulkaction.Job;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Watches jobs that do nothing: from the first that starts to the last that is acknowledged. */
final class Drain {

    private final int jobs;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicLong firstStart = new AtomicLong();
    private final CountDownLatch allStarted = new CountDownLatch(1);

    Drain(int jobs) {
        this.jobs = jobs;
    }

    void run(Job job) {
        int count = started.incrementAndGet();
        if (count == 1) {
            firstStart.set(System.nanoTime());
        }
        if (count == jobs) {
            allStarted.countDown();
        }
    }

    /** Jobs a second, when {@code inFlight} has come down to nothing. */
    double rate(java.util.function.LongSupplier inFlight) throws InterruptedException {
        if (!allStarted.await(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("only " + started.get() + " of " + jobs + " jobs started");
        }
        while (inFlight.getAsLong() > 0) {
            Thread.onSpinWait();
        }
        return jobs * 1e9 / (System.nanoTime() - firstStart.get());
    }
}
