package io.bulkaction.queue;

import io.bulkaction.queue.redis.Reply;
import java.util.Locale;

/**
 * What one step of a cancellation left to do.
 *
 * @param pending in the fair queue, staged ones included
 * @param cancelled jobs of the run cancelled so far, by whomever
 * @param readySeen how many at the end of Ready were looked at and left; -1 when the step came to its front
 * @param begun whether this step is the one that began the cancellation
 */
public record CancelStep(
        Word word, long run, long pending, long ready, long nonReady, long running, long cancelled, long readySeen,
        boolean begun) {

    /** What the step found. */
    public enum Word {
        CANCELLING,
        /** The run had ended before. */
        FINISHED,
        MISSING
    }

    /** Whether all of Ready has been looked at once more. */
    public boolean hasPassedReady() {
        return readySeen < 0;
    }

    /** Of a run that is being cancelled, while nothing is known of what is left. */
    public static CancelStep unknown(long run) {
        return new CancelStep(Word.CANCELLING, run, 1, 1, 1, 0, 0, 0, false);
    }

    /** The same when the run is found to have ended since. */
    public CancelStep ended() {
        return new CancelStep(Word.FINISHED, run, 0, 0, 0, 0, cancelled, 0, false);
    }

    static CancelStep of(Reply reply) {
        return new CancelStep(
                Word.valueOf(reply.text(0).toUpperCase(Locale.ROOT)),
                reply.number(1),
                reply.number(2),
                reply.number(3),
                reply.number(4),
                reply.number(5),
                reply.number(6),
                reply.number(7),
                reply.number(8) == 1);
    }
}
