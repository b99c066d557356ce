package io.bulkaction.internal.metrics;

/** The workers of one queue on this instance. */
public record PoolSnapshot(int size, int active, int idle) {}
