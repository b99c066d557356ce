package io.bulkaction.processor.order;

import java.io.IOException;

/** Cancels orders at one exchange. A bean of this type takes the place of the configured client of the same name. */
public interface ExchangeClient {

    /** Name of the exchange as payloads write it, in any case. */
    String exchange();

    /** Many threads may call at once. A timeout or a broken connection is thrown, any other answer returned. */
    ExchangeAnswer cancel(OrderToCancel order) throws IOException, InterruptedException;
}
