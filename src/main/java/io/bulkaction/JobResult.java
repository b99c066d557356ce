package io.bulkaction;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came of one attempt. Returned by {@link JobProcessor#process}:
 *
 * {@snippet class="com.example.invoicing.PrintProcessor" region="result" :
 * @Override
 * public JobResult process(Job job) throws IOException {
 *     PrintShop.Answer answer = printShop.print(job.idempotencyKey(), job.payload());
 *     return switch (answer.status()) {
 *         case 200 -> JobResult.success(Map.of("ticket", answer.ticket()));
 *         case 429 -> JobResult.throttled(answer.retryAfter());
 *         case 400 -> JobResult.permanent("NOT_PRINTABLE", "The print shop refuses the letter");
 *         default -> JobResult.failure("PRINT_SHOP_" + answer.status(), "The print shop is out of order", true);
 *     };
 * }
 * }
 */
public sealed interface JobResult {

    /**
     * The job is done.
     *
     * @param data the result: anything Jackson can write, at most {@code bulk-action.limits.result} as JSON (256 KB by
     *     default), or null. It is kept with the job and reaches the {@link io.bulkaction.spi.ResultAggregator} of the
     *     processor's type. A job whose result cannot be kept fails for good with the code {@code BAD_RESULT}
     */
    record Success(@Nullable Object data) implements JobResult {}

    /**
     * The attempt failed. The {@code retry} settings of the queue or the processor may name the code or the message and then
     * decide; otherwise {@code retryable} does. Retries come after a growing delay, and when they are used up the job fails
     * for good.
     *
     * @param code for programs and settings: short and stable, such as {@code HTTP_503}
     * @param message for people
     * @param retryable whether another attempt may succeed; false makes the job a dead letter at once
     */
    record Failure(String code, String message, boolean retryable) implements JobResult {}

    /**
     * The other side asked to be called later. The job and all other jobs of its group wait until then. The attempt does not
     * count as a failure.
     *
     * @param retryAfter how long to wait, at most a day; zero or less waits as long as before the first retry
     */
    record Throttled(Duration retryAfter) implements JobResult {}

    /** {@return a success without data} */
    static JobResult success() {
        return new Success(null);
    }

    /**
     * A success with data.
     *
     * @param data see {@link Success}
     * @return the result
     */
    static JobResult success(@Nullable Object data) {
        return new Success(data);
    }

    /**
     * A failure.
     *
     * @param code see {@link Failure}
     * @param message see {@link Failure}
     * @param retryable see {@link Failure}
     * @return the result
     */
    static JobResult failure(String code, String message, boolean retryable) {
        return new Failure(code, message, retryable);
    }

    /**
     * A failure that no retry can change.
     *
     * @param code see {@link Failure}
     * @param message see {@link Failure}
     * @return the result
     */
    static JobResult permanent(String code, String message) {
        return new Failure(code, message, false);
    }

    /**
     * A wish of the other side to be called later.
     *
     * @param retryAfter see {@link Throttled}
     * @return the result
     */
    static JobResult throttled(Duration retryAfter) {
        return new Throttled(retryAfter);
    }
}
