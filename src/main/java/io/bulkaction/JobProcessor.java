package io.bulkaction;

/**
 * Runs the jobs of one type. Any Spring bean of this type is found and used wherever workers run:
 *
 * {@snippet class="com.example.invoicing.InvoiceProcessor" region="processor" :
 * @Component
 * class InvoiceProcessor implements JobProcessor {
 *
 *     record Made(int number, long cents) {} // what the job returns; it reaches the aggregator as JSON
 *
 *     private static final long MAX_CENTS = 100_000_000;
 *
 *     private final PayloadReader<Invoice> payloads = PayloadReader.strict(Invoice.class);
 *     private final InvoiceBook book;
 *
 *     InvoiceProcessor(InvoiceBook book) {
 *         this.book = book;
 *     }
 *
 *     @Override
 *     public String type() {
 *         return "MAKE_INVOICE";
 *     }
 *
 *     @Override
 *     public JobResult process(Job job) throws Exception {
 *         return payloads.with(job, invoice -> invoice.cents() > MAX_CENTS
 *                 ? JobResult.permanent("TOO_MUCH", "An invoice has at most " + MAX_CENTS + " cents")
 *                 : JobResult.success(new Made(book.numberFor(job.idempotencyKey()), invoice.cents())));
 *     }
 * }
 * }
 *
 * <p><b>At least once.</b> A job runs again when its instance dies before the outcome is stored. So what a processor does
 * should be idempotent by {@link Job#idempotencyKey()}, which is the same at every attempt.
 *
 * <p><b>Interrupts.</b> The thread is interrupted when the job's timeout is over ({@code worker-pool.job-timeout}, 30
 * seconds by default), when its group is cancelled, and when the instance stops and the grace period is over. What the
 * processor returns after that is ignored.
 *
 * <p>One processor is used by many threads at the same time. Each job runs on a virtual thread of its own, so blocking is
 * fine.
 */
public interface JobProcessor {

    /**
     * The {@code processorType} of the jobs it runs. Asked at start.
     *
     * @return a type that keeps the {@linkplain Ids#RULE rule for ids}, such as {@code SEND_EMAIL}; at most one processor
     *     may have it, otherwise the application does not start
     */
    String type();

    /**
     * Runs one job.
     *
     * @param job the job
     * @return what came of it; null is a retryable failure with the code {@code NO_RESULT}
     * @throws Exception whatever went wrong. It counts as a retryable failure whose code is the simple name of the
     *     exception's class, unless the {@code retry} settings of the queue or the processor say otherwise; a
     *     {@link BadPayloadException} is permanent. Errors are treated the same way
     */
    JobResult process(Job job) throws Exception;
}
