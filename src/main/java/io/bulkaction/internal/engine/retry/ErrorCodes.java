package io.bulkaction.internal.engine.retry;

import io.bulkaction.BadPayloadException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The codes of errors that no processor names itself. They are stored, searched for and put into settings: stable. */
public final class ErrorCodes {

    /** No instance has had a processor of the job's type for {@code unknown-processor-after}. */
    public static final String NO_PROCESSOR = "NO_PROCESSOR";

    /** The processor cannot read the payload. */
    public static final String BAD_PAYLOAD = "BAD_PAYLOAD";

    /** This instance lacks the key or the codec that the payload was stored with; the job waits. */
    public static final String PAYLOAD_KEY_MISSING = "PAYLOAD_KEY_MISSING";

    /** What is stored of the payload is damaged. */
    public static final String PAYLOAD_DAMAGED = "PAYLOAD_DAMAGED";

    /** The job ran longer than its timeout. */
    public static final String TIMEOUT = "TIMEOUT";

    /** The job was interrupted before it could finish. */
    public static final String INTERRUPTED = "INTERRUPTED";

    /** The processor returned null, so nobody knows whether the work is done. */
    public static final String NO_RESULT = "NO_RESULT";

    /** The outside asked to be called later. */
    public static final String THROTTLED = "THROTTLED";

    /** The processor reported a failure without a code. */
    public static final String UNKNOWN = "UNKNOWN";

    private ErrorCodes() {}

    /** Of a thrown exception: its class's simple name, where nothing better is known. */
    public static String of(Throwable error) {
        Throwable real = unwrap(error);
        if (real instanceof BadPayloadException) {
            return BAD_PAYLOAD;
        }
        if (real instanceof InterruptedException) {
            return INTERRUPTED;
        }
        Class<?> type = real.getClass();
        while (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    /** Never fails, even if the exception comes from foreign code that does. */
    static String messageOf(Throwable error) {
        try {
            String message = error.getMessage();
            return message != null ? message : error.toString();
        } catch (RuntimeException | Error unspeakable) {
            return error.getClass().getName();
        }
    }

    private static Throwable unwrap(Throwable error) {
        // why: these two only say that it happened on another thread
        boolean wrapper = error instanceof ExecutionException || error instanceof CompletionException;
        return wrapper && error.getCause() != null ? error.getCause() : error;
    }
}
