package io.bulkaction.internal.operate.audit;

import io.bulkaction.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * What an action reports to the audit trail.
 *
 * @param changed whether it changed anything; only then is it recorded
 */
public record AuditResult(boolean changed, String detail) {

    public static AuditResult of(Cancellation done, @Nullable String reason) {
        return new AuditResult(
                done.changed(), done.cancelled() + " cancelled, " + done.running() + " running: " + reason);
    }
}
