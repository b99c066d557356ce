package io.bulkaction.spi;

import org.jspecify.annotations.Nullable;

/**
 * An order that an {@link ExchangeClient} is to cancel.
 *
 * @param orderId the id that the exchange gave it
 * @param symbol the traded pair, for exchanges whose order ids are unique per symbol only; null when the payload has none
 * @param idempotencyKey no other job has it, and it is the same for every attempt
 */
public record OrderToCancel(String orderId, @Nullable String symbol, String idempotencyKey) {}
