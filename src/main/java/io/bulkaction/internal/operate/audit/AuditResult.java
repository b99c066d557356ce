package io.bulkaction.internal.operate.audit;

/**
 * What an action reports to the audit trail.
 *
 * @param changed whether it changed anything; only then is it recorded
 */
public record AuditResult(boolean changed, String detail) {}
