package io.bulkaction.internal.operate.audit;

/**
 * Whose action an entry of the audit trail records. Each kind has a trail of its own, so that none displaces another.
 */
public enum AuditKind {
    ADMINISTRATOR,
    SUBMITTER,
    /** A login or a call that was refused. */
    REFUSED,
    /** Somebody looked at payloads or results. */
    READER
}
