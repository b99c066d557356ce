package io.bulkaction.web.submit;

import io.bulkaction.settings.RequestSettings;
import io.bulkaction.submit.Submission;
import io.bulkaction.web.problem.ProblemException;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Lets in only so many submits at a time: each holds jobs in memory. The next ones wait a little, then are refused. */
@Component
final class SubmitGate {

    /** Long enough for a burst of small submits, short enough that a caller does not give up first. */
    private static final long PATIENCE_SECONDS = 5;

    /** A submit in memory: its payloads as text, at worst two bytes for each of its own, and commands on their way. */
    private static final int TIMES_ITS_SIZE = 4;

    private static final int FEWEST = 2;
    private static final int MOST_BY_MEMORY = 64;

    private final Semaphore places;
    private final long patienceMillis;

    @Autowired
    SubmitGate(RequestSettings settings) {
        this(places(settings, Runtime.getRuntime().maxMemory()), TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    SubmitGate(int places, long patienceMillis) {
        this.places = new Semaphore(places, true);
        this.patienceMillis = patienceMillis;
    }

    interface Submit {

        Submission run() throws IOException;
    }

    Submission pass(Submit submit) throws IOException {
        enter();
        try {
            return submit.run();
        } finally {
            places.release();
        }
    }

    private void enter() {
        try {
            if (places.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new ProblemException(SubmitProblems.TOO_MANY_SUBMITS);
    }

    static int places(RequestSettings settings, long heap) {
        if (settings.maxConcurrentSubmits() > 0) {
            return settings.maxConcurrentSubmits();
        }
        long fitting = heap / 2 / (TIMES_ITS_SIZE * settings.maxSize().toBytes());
        return Math.clamp(fitting, FEWEST, MOST_BY_MEMORY);
    }
}
