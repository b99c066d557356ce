package io.bulkaction.internal.operate.audit;

import java.time.Instant;

/**
 * Something a person did or tried.
 *
 * @param id grows with time; the next page begins before the last id of this one
 * @param at on the clock of Redis
 * @param from network address
 * @param subject what it was done to: a job, a group, or empty for the whole queue
 * @param outcome in one word
 * @param detail the reason given, or what came of it
 */
public record AuditEntry(
        String id,
        Instant at,
        AuditKind kind,
        String who,
        String from,
        String action,
        String subject,
        String outcome,
        String detail) {}
