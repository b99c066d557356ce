package io.bulkaction.internal.operate.audit;

/** Whose deeds an entry of the audit trail is about. Each kind has a trail of its own, so that none pushes out another. */
public enum AuditKind {
    ADMINISTRATOR,
    SUBMITTER,
    /** Somebody was not let in, or tried what they may not do. */
    REFUSED
}
