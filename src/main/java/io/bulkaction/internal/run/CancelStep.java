package io.bulkaction.internal.run;

import io.bulkaction.internal.redis.Reply;
import java.util.Locale;

/**
 * What one step of a cancellation left to do.
 *
 * @param pending in the fair queue, those that came back included
 * @param cancelled jobs of the run that are cancelled so far
 * @param readySeen how many at the end of Ready were looked at and left; -1 if the step reached its front
 * @param begun whether this step is the one that began the cancellation
 */
record CancelStep(
        Answer answer, long run, long pending, long ready, long nonReady, long running, long cancelled, long readySeen,
        boolean begun) {

    /** What the step found. */
    public enum Answer {
        CANCELLING,
        /** The run had ended before. */
        FINISHED,
        MISSING
    }

    /** Whether the step reached the front of Ready. */
    public boolean hasPassedReady() {
        return readySeen < 0;
    }

    /** For a run that is being cancelled, before it is known what is left. */
    public static CancelStep unknown(long run) {
        return new CancelStep(Answer.CANCELLING, run, 1, 1, 1, 0, 0, 0, false);
    }

    /** The same after the run turned out to have ended. */
    public CancelStep ended() {
        return new CancelStep(Answer.FINISHED, run, 0, 0, 0, 0, cancelled, 0, false);
    }

    static CancelStep of(Reply reply) {
        return new CancelStep(
                Answer.valueOf(reply.text("answer").toUpperCase(Locale.ROOT)),
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
