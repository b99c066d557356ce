package io.bulkaction.internal.web.submit;

import io.bulkaction.internal.web.RequestSettings;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits how many submits run at the same time, because each has jobs in memory. Further ones wait a few seconds and are
 * then refused. A stream may take hours, so streams have their own permits and keep no document waiting.
 */
@Component
final class SubmitGate {

    /** Long enough for a burst of small submits, short enough that callers do not give up before. */
    private static final long WAIT_SECONDS = 5;

    /** How much memory a document takes for each byte: payloads as text (two at worst) and commands to Redis. */
    private static final int MEMORY_PER_BYTE = 4;

    private static final int MIN_PERMITS = 2;
    private static final int MAX_PERMITS = 64;

    /** A stream has a few chunks in memory: even when Redis is slow, less than half of the largest document. */
    private static final int STREAMS_PER_DOCUMENT = 2;

    private final SubmitPermits documents;
    private final SubmitPermits streams;

    @Autowired
    SubmitGate(RequestSettings settings) {
        this(permits(settings, Runtime.getRuntime().maxMemory()), TimeUnit.SECONDS.toMillis(WAIT_SECONDS));
    }

    SubmitGate(int permits, long waitMillis) {
        this.documents = new SubmitPermits(permits, waitMillis);
        this.streams = new SubmitPermits(STREAMS_PER_DOCUMENT * permits, waitMillis);
    }

    <T> T document(String user, SubmitPermits.Submit<T> submit) throws IOException {
        return documents.run(user, submit);
    }

    <T> T stream(String user, SubmitPermits.Submit<T> submit) throws IOException {
        return streams.run(user, submit);
    }

    static int permits(RequestSettings settings, long heap) {
        if (settings.maxConcurrentSubmits() > 0) {
            return settings.maxConcurrentSubmits();
        }
        long fitting = heap / 2 / (MEMORY_PER_BYTE * settings.maxSize().toBytes());
        return Math.clamp(fitting, MIN_PERMITS, MAX_PERMITS);
    }
}
