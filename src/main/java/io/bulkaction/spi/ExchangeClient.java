package io.bulkaction.spi;

import java.io.IOException;

/**
 * Cancels orders at one exchange, for the processor {@code CANCEL_ORDER}. For exchanges that need more than a configured
 * HTTP call. A bean of this type takes the place of the configured client of the same name.
 *
 * <p>Called by many threads at the same time.
 */
public interface ExchangeClient {

    /**
     * Names the exchange.
     *
     * @return the name as payloads write it, in any case
     */
    String exchange();

    /**
     * Cancels one order. May be called again for an order that is cancelled already.
     *
     * @param order the order
     * @return what the exchange answered
     * @throws IOException when there was no answer in time or the connection broke; the job is retried
     * @throws InterruptedException when the job is interrupted meanwhile
     */
    ExchangeAnswer cancel(OrderToCancel order) throws IOException, InterruptedException;
}
