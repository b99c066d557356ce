package io.bulkaction.internal.operate.audit;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.settings.AuditSettings;
import java.time.Instant;
import java.util.EnumSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps and shows who did what. A call that changed nothing is not kept: whoever repeats one a thousand times must not
 * push out what others did. What cannot be kept is at least logged; it never stops the action itself.
 */
public final class Audit {

    /** How an action ended. */
    public enum Outcome {
        DONE,
        REFUSED,
        FAILED
    }

    private static final Logger log = LoggerFactory.getLogger(Audit.class);

    private final Queues queues;
    private final AuditSettings settings;

    public Audit(Queues queues, AuditSettings settings) {
        this.queues = queues;
        this.settings = settings;
    }

    /**
     * Notes something that happened elsewhere, such as a request that was refused for want of a role.
     *
     * @param subject what it was done to; empty for the queue itself
     */
    public void note(QueueName queue, Actor who, String action, String subject, Outcome outcome, String detail) {
        log.info("{} of queue {}{} by {}: {} {}",
                OneLine.of(action), queue, subject.isEmpty() ? "" : " on " + OneLine.of(subject), who, outcome,
                OneLine.of(detail));
        AuditEntry entry = keep(
                queue, who.kind(), new AuditNote(who.name(), who.address(), action, subject, outcome.name(), detail));
        if (settings.log().enabled()) {
            AuditLog.write(queue, entry);
        }
    }

    /**
     * Newest first.
     *
     * @param kind of one kind only; null for all
     * @param before id of the last entry of the page before; null for the newest
     */
    public AuditTrail.Page page(QueueName queue, @Nullable AuditKind kind, @Nullable String before, int limit) {
        return trail(queue).page(kind == null ? EnumSet.allOf(AuditKind.class) : EnumSet.of(kind), before, limit);
    }

    /** Carries out an action and notes how it ended. @param told what the result says, and whether it changed anything */
    public <T> T carryOut(
            QueueName queue, Actor who, String action, String subject, Supplier<T> work,
            Function<T, AuditResult> told) {
        queues.get(queue); // an unknown queue has no trail, and is nobody's deed
        try {
            T result = work.get();
            AuditResult words = told.apply(result);
            if (words.changed()) {
                note(queue, who, action, subject, Outcome.DONE, words.detail());
            }
            return result;
        } catch (RefusedException refused) {
            note(queue, who, action, subject, Outcome.REFUSED, refused.getMessage());
            throw refused;
        } catch (RuntimeException failed) {
            note(queue, who, action, subject, Outcome.FAILED, failed.toString());
            throw failed;
        }
    }

    private AuditEntry keep(QueueName queue, AuditKind kind, AuditNote note) {
        try {
            return trail(queue).record(kind, bound(kind), note);
        } catch (RuntimeException unkept) {
            log.warn("Could not keep that in the audit trail", unkept);
            return new AuditEntry("", Instant.now(), kind, note.who(), note.from(), note.action(), note.subject(),
                    note.outcome(), note.detail());
        }
    }

    private AuditTrail.Bound bound(AuditKind kind) {
        AuditSettings.Trail trail = switch (kind) {
            case ADMINISTRATOR -> settings.administrators();
            case SUBMITTER -> settings.submitters();
            case REFUSED -> settings.refused();
        };
        return new AuditTrail.Bound(trail.maxEntries(), trail.retention());
    }

    private AuditTrail trail(QueueName queue) {
        return AuditTrail.of(queues.get(queue));
    }
}
