package com.example.invoicing;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobResult;
import io.bulkaction.processor.JobProcessor;
import io.bulkaction.processor.PayloadReader;
import org.springframework.stereotype.Component;

/**
 * Makes one invoice per job. A job may run twice after a crash; the job's id is the same both times, so it is the key
 * by which the second run finds what the first one did.
 */
@Component
class InvoiceProcessor implements JobProcessor {

    /** No till takes more, and no retry changes that. */
    private static final long MOST_CENTS = 100_000_000;

    /** What the job returns; it reaches the aggregator as JSON. */
    record Made(int number, long cents) {}

    private final PayloadReader<Invoice> payloads = PayloadReader.strict(Invoice.class);
    private final InvoiceBook book;

    InvoiceProcessor(InvoiceBook book) {
        this.book = book;
    }

    @Override
    public String type() {
        return "MAKE_INVOICE";
    }

    /** What is thrown is tried again, as the queue's {@code retry} settings say. */
    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, invoice -> invoice.cents() > MOST_CENTS
                ? JobResult.permanent("TOO_MUCH", "An invoice has at most " + MOST_CENTS + " cents")
                : JobResult.success(new Made(book.numberFor(job.id().value()), invoice.cents())));
    }
}
