package io.bulkaction.processor.order;

import io.bulkaction.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * @param symbol the traded pair, for exchanges whose order ids are unique per symbol only
 * @param idempotencyKey the same for every attempt
 */
public record OrderToCancel(String orderId, @Nullable String symbol, JobId idempotencyKey) {}
