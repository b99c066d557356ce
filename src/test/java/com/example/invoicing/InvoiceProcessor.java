package com.example.invoicing;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import org.springframework.stereotype.Component;

/**
 * Makes one invoice per job. A job may run twice after a crash; the job's id is the same both times, so it is the key
 * by which the second run finds what the first one did.
 */
// @start region=processor :
@Component
class InvoiceProcessor implements JobProcessor {

    record Made(int number, long cents) {} // what the job returns; it reaches the aggregator as JSON

    private static final long MAX_CENTS = 100_000_000;

    private final PayloadReader<Invoice> payloads = PayloadReader.strict(Invoice.class);
    private final InvoiceBook book;

    InvoiceProcessor(InvoiceBook book) {
        this.book = book;
    }

    @Override
    public String type() {
        return "MAKE_INVOICE";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, invoice -> invoice.cents() > MAX_CENTS
                ? JobResult.permanent("TOO_MUCH", "An invoice has at most " + MAX_CENTS + " cents")
                : JobResult.success(new Made(book.numberFor(job.idempotencyKey()), invoice.cents())));
    }
}
// @end
