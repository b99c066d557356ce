package io.bulkaction.internal.operate.audit;

/**
 * Whose action an entry of the audit trail records. Each kind has a trail of its own, so that none displaces another.
 */
public enum AuditKind {
    ADMINISTRATOR,
    /** Somebody who runs queues, and may not do everything. */
    OPERATOR,
    SUBMITTER,
    /** A login or a call that was refused. */
    REFUSED,
    /** Somebody looked at payloads or results. */
    READER,
    /** Somebody logged in on the page. */
    LOGIN
}
