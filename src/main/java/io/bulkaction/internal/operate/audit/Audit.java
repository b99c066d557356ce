package io.bulkaction.internal.operate.audit;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.settings.AuditSettings;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records and shows who did what. A call that changed nothing is not recorded: repeating it a thousand times must not
 * displace what others did. If an entry cannot be stored, it is at least logged, and the action itself goes ahead.
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
     * Records something that happened elsewhere, such as a request that was refused because a role was missing.
     *
     * @param subject what it was done to; empty for the queue itself
     */
    public void note(QueueName queue, Actor who, String action, String subject, Outcome outcome, String detail) {
        log.info("{} of queue {}{} by {}: {} {}",
                OneLine.of(action), queue, subject.isEmpty() ? "" : " on " + OneLine.of(subject), who, outcome,
                OneLine.of(detail));
        AuditEntry entry = record(
                queue, who.kind(), new AuditNote(who.name(), who.address(), action, subject, outcome.name(), detail));
        if (settings.log().enabled()) {
            AuditLog.write(queue, entry);
        }
    }

    /**
     * Newest first.
     *
     * @param kind of one kind only; null for all
     * @param before id of the last entry of the previous page; null for the newest
     */
    public AuditTrail.Page page(QueueName queue, @Nullable AuditKind kind, @Nullable String before, int limit) {
        return trail(queue).page(kinds(kind), before, limit);
    }

    /** The same, only entries that fit. */
    public AuditTrail.Page search(
            QueueName queue, @Nullable AuditKind kind, AuditFilter filter, @Nullable String before, int limit) {
        return trail(queue).search(kinds(kind), filter, before, limit);
    }

    private static Set<AuditKind> kinds(@Nullable AuditKind kind) {
        return kind == null ? EnumSet.allOf(AuditKind.class) : EnumSet.of(kind);
    }

    /**
     * Carries out an action and records how it ended.
     *
     * @param summary what the audit trail is to say about its result
     */
    public <T> T carryOut(
            QueueName queue, Actor who, String action, String subject, Supplier<T> work,
            Function<T, AuditResult> summary) {
        queues.get(queue); // an unknown queue has no trail
        try {
            T result = work.get();
            AuditResult audited = summary.apply(result);
            if (audited.changed()) {
                note(queue, who, action, subject, Outcome.DONE, audited.detail());
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

    private AuditEntry record(QueueName queue, AuditKind kind, AuditNote note) {
        try {
            return trail(queue).record(kind, bound(kind), note);
        } catch (RuntimeException failure) {
            log.warn("Could not write to the audit trail of queue {}", queue, failure);
            return new AuditEntry("", Instant.now(), kind, note.who(), note.from(), note.action(), note.subject(),
                    note.outcome(), note.detail());
        }
    }

    private AuditTrail.Bound bound(AuditKind kind) {
        AuditSettings.Trail trail = switch (kind) {
            case ADMINISTRATOR -> settings.administrators();
            case OPERATOR -> settings.operators();
            case SUBMITTER -> settings.submitters();
            case REFUSED -> settings.refused();
            case READER -> settings.readers();
            case LOGIN -> settings.logins();
        };
        return new AuditTrail.Bound(trail.maxEntries(), trail.retention());
    }

    private AuditTrail trail(QueueName queue) {
        return AuditTrail.of(queues.get(queue));
    }
}
