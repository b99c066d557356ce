package io.bulkaction.internal.operate.audit;

/**
 * What an action says about itself for the audit trail.
 *
 * @param changed whether it changed anything; only then it is kept
 */
public record AuditResult(boolean changed, String detail) {}
