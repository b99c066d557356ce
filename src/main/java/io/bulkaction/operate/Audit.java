package io.bulkaction.operate;

import io.bulkaction.job.OneLine;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.AuditTrail;
import io.bulkaction.queue.Queues;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps and shows who did what. What cannot be kept is at least logged; it never stops the action itself. */
public final class Audit {

    /** How an action ended. */
    public enum Outcome {
        DONE,
        /** It was as asked for already. */
        UNCHANGED,
        REFUSED,
        FAILED
    }

    private static final Logger log = LoggerFactory.getLogger(Audit.class);

    private final Queues queues;

    public Audit(Queues queues) {
        this.queues = queues;
    }

    /**
     * Notes something that happened elsewhere, such as a request that was refused for want of a role.
     *
     * @param subject what it was done to; empty for the queue itself
     */
    public void note(QueueName queue, Actor who, String action, String subject, Outcome outcome, String detail) {
        log.info("{} of queue {}{} by {}: {} {}",
                OneLine.of(action), queue, subject.isEmpty() ? "" : " on " + OneLine.of(subject), who, outcome, OneLine.of(detail));
        try {
            trail(queue).record(who.name(), who.address(), action, subject, outcome.name(), detail);
        } catch (RuntimeException unkept) {
            log.warn("Could not keep that in the audit trail", unkept);
        }
    }

    /** Newest first. @param before id of the last entry of the page before; null for the newest */
    public AuditTrail.Page page(QueueName queue, @Nullable String before, int limit) {
        return trail(queue).page(before, limit);
    }

    /** Carries out an action and notes how it ended. @param told what the result says, and whether it changed anything */
    <T> T carryOut(
            QueueName queue, Actor who, String action, String subject, Supplier<T> work, Function<T, Told> told) {
        queues.get(queue); // an unknown queue has no trail, and is nobody's deed
        try {
            T result = work.get();
            Told words = told.apply(result);
            note(queue, who, action, subject, words.changed ? Outcome.DONE : Outcome.UNCHANGED, words.detail);
            return result;
        } catch (RefusedException refused) {
            note(queue, who, action, subject, Outcome.REFUSED, refused.getMessage());
            throw refused;
        } catch (RuntimeException failed) {
            note(queue, who, action, subject, Outcome.FAILED, failed.toString());
            throw failed;
        }
    }

    record Told(boolean changed, String detail) {}

    private AuditTrail trail(QueueName queue) {
        return queues.get(queue).desk().audit();
    }
}
