package io.bulkaction.internal.run;

import io.bulkaction.internal.redis.Reply;
import java.util.Locale;

/**
 * What one step of a cancellation left to do.
 *
 * @param pending in the fair queue, those that came back included
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
                Word.valueOf(reply.text("answer").toUpperCase(Locale.ROOT)),
                reply.number("run"),
                reply.number("pending"),
                reply.number("ready"),
                reply.number("non_ready"),
                reply.number("running"),
                reply.number("cancelled"),
                reply.number("ready_seen"),
                reply.flag("begun"));
    }
}
