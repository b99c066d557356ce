package io.bulkaction.internal.engine.retry;

import static java.util.Objects.requireNonNullElse;

import io.bulkaction.JobResult;
import io.bulkaction.spi.PayloadCodecException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How one attempt ended: the processor returned something, or something was thrown. */
public sealed interface AttemptOutcome {

    /** Stable name of the error; empty when there is none. */
    String code();

    /** For people; empty when there is no error. */
    String message();

    record Returned(JobResult result) implements AttemptOutcome {
        @Override
        public String code() {
            return switch (result) {
                case JobResult.Success success -> "";
                case JobResult.Throttled throttled -> ErrorCodes.THROTTLED;
                case JobResult.Failure failure -> failure.code();
            };
        }

        @Override
        public String message() {
            return switch (result) {
                case JobResult.Success success -> "";
                case JobResult.Throttled throttled -> "Asked to wait for " + throttled.retryAfter();
                case JobResult.Failure failure -> failure.message();
            };
        }
    }

    /** What is stored cannot be decoded here: without the key for now, or at all. */
    record Unreadable(PayloadCodecException why) implements AttemptOutcome {

        @Override
        public String code() {
            return why.isTemporary() ? ErrorCodes.PAYLOAD_KEY_MISSING : ErrorCodes.PAYLOAD_DAMAGED;
        }

        @Override
        public String message() {
            return ErrorCodes.messageOf(why);
        }
    }

    /** Code and message are taken at once: an exception from foreign code may fail to describe itself. */
    record Threw(Throwable error, String code, String message) implements AttemptOutcome {}

    /** @param result null from a processor that breaks its contract */
    static AttemptOutcome returned(@Nullable JobResult result) {
        return switch (result) {
            // why permanent: the work may have been done, and the next attempt would return null again
            case null -> new Returned(JobResult.permanent(ErrorCodes.NO_RESULT, "The processor returned null"));
            case JobResult.Success success -> new Returned(success);
            case JobResult.Throttled(Duration time) -> new Returned(JobResult.throttled(orElse(time, Duration.ZERO)));
            case JobResult.Failure(String code, String message, boolean retryable) -> new Returned(
                    JobResult.failure(orElse(code, ErrorCodes.UNKNOWN), orElse(message, "No message"), retryable));
        };
    }

    static AttemptOutcome threw(Throwable error) {
        return new Threw(error, ErrorCodes.of(error), ErrorCodes.messageOf(error));
    }

    /** Permanent: until nobody had known the type for long, the job was left to others. */
    static AttemptOutcome noProcessor(String processorType) {
        return new Returned(JobResult.permanent(
                ErrorCodes.NO_PROCESSOR, "No live instance has a processor of type " + processorType));
    }

    static AttemptOutcome timedOut(Duration timeout) {
        return failed(ErrorCodes.TIMEOUT, "Not finished within " + timeout.toMillis() + " ms");
    }

    static AttemptOutcome interrupted(String reason) {
        return failed(ErrorCodes.INTERRUPTED, reason);
    }

    private static AttemptOutcome failed(String code, String message) {
        return new Returned(JobResult.failure(code, message, true));
    }

    /** Processors are foreign code, and {@code failure(code, e.getMessage(), true)} is a null waiting to happen. */
    private static <T> T orElse(@Nullable T given, T otherwise) {
        return requireNonNullElse(given, otherwise);
    }
}
