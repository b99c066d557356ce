package io.bulkaction.web.submit;

import io.bulkaction.submit.Submission;
import io.bulkaction.web.problem.ProblemException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Places for submits of one kind. A user has at most half of them: whoever holds theirs with bodies that hardly move
 * keeps only themselves waiting.
 */
final class SubmitPlaces {

    private final Semaphore all;
    private final int share;
    private final long patienceNanos;
    /** As many as there are users and machines in the settings, so nothing is ever removed. */
    private final Map<String, Semaphore> byUser = new ConcurrentHashMap<>();

    SubmitPlaces(int places, long patienceMillis) {
        this.all = new Semaphore(places, true);
        this.share = Math.max(1, places / 2);
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }

    interface Submit {

        Submission run() throws IOException;
    }

    Submission pass(String user, Submit submit) throws IOException {
        long deadline = System.nanoTime() + patienceNanos;
        // why first: those who wait for their own share must not stand in line before others
        Semaphore own = byUser.computeIfAbsent(user, _ -> new Semaphore(share, true));
        enter(own, deadline);
        try {
            enter(all, deadline);
            try {
                return submit.run();
            } finally {
                all.release();
            }
        } finally {
            own.release();
        }
    }

    private static void enter(Semaphore places, long deadline) {
        try {
            if (places.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new ProblemException(SubmitProblems.TOO_MANY_SUBMITS);
    }
}
