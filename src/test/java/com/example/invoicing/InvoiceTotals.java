package com.example.invoicing;

import io.bulkaction.spi.ResultAggregator;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What all invoices of a run come to. Called for a few results at a time, so a run of a million needs no memory. */
// @start region=aggregator :
@Component
class InvoiceTotals implements ResultAggregator<InvoiceTotals.Totals> {

    record Totals(long invoices, long cents) {}

    private final JsonMapper json;

    InvoiceTotals(JsonMapper json) {
        this.json = json;
    }

    @Override
    public String type() {
        return "MAKE_INVOICE";
    }

    @Override
    public Totals identity() {
        return new Totals(0, 0);
    }

    @Override
    public Totals accumulate(Totals soFar, String result) {
        InvoiceProcessor.Made made = json.readValue(result, InvoiceProcessor.Made.class);
        return new Totals(soFar.invoices() + 1, soFar.cents() + made.cents());
    }

    @Override
    public Totals combine(Totals earlier, Totals later) {
        return new Totals(earlier.invoices() + later.invoices(), earlier.cents() + later.cents());
    }
}
// @end
