package io.bulkaction.internal.redis;

import java.time.Duration;

/**
 * How many replicas must have a write.
 *
 * @param timeout how long they may take to confirm it
 */
record Replicas(int count, Duration timeout) {}
