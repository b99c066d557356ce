package io.bulkaction.web.submit;

import io.bulkaction.settings.RequestSettings;
import io.bulkaction.submit.Submission;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Lets in only so many submits at a time: each holds jobs in memory. The next ones wait a little, then are refused. A
 * stream may take hours, so streams have places of their own and keep no document waiting.
 */
@Component
final class SubmitGate {

    /** Long enough for a burst of small submits, short enough that a caller does not give up first. */
    private static final long PATIENCE_SECONDS = 5;

    /** A submit in memory: its payloads as text, at worst two bytes for each of its own, and commands on their way. */
    private static final int TIMES_ITS_SIZE = 4;

    private static final int FEWEST = 2;
    private static final int MOST_BY_MEMORY = 64;

    /** A stream holds a few chunks, even when Redis is slow less than half of the largest document. */
    private static final int STREAMS_PER_DOCUMENT = 2;

    private final SubmitPlaces documents;
    private final SubmitPlaces streams;

    @Autowired
    SubmitGate(RequestSettings settings) {
        this(places(settings, Runtime.getRuntime().maxMemory()), TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    SubmitGate(int places, long patienceMillis) {
        this.documents = new SubmitPlaces(places, patienceMillis);
        this.streams = new SubmitPlaces(STREAMS_PER_DOCUMENT * places, patienceMillis);
    }

    Submission document(String user, SubmitPlaces.Submit submit) throws IOException {
        return documents.pass(user, submit);
    }

    Submission stream(String user, SubmitPlaces.Submit submit) throws IOException {
        return streams.pass(user, submit);
    }

    static int places(RequestSettings settings, long heap) {
        if (settings.maxConcurrentSubmits() > 0) {
            return settings.maxConcurrentSubmits();
        }
        long fitting = heap / 2 / (TIMES_ITS_SIZE * settings.maxSize().toBytes());
        return Math.clamp(fitting, FEWEST, MOST_BY_MEMORY);
    }
}
