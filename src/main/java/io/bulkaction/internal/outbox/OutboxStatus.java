package io.bulkaction.internal.outbox;

import java.time.Duration;

/**
 * How many requests are in the table.
 *
 * @param waiting to be sent
 * @param oldest for how long the oldest of them has waited; zero if none waits
 * @param refused never to be sent unless a person decides so
 */
public record OutboxStatus(long waiting, Duration oldest, long refused) {}
