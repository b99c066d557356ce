package io.bulkaction.spi;

/**
 * Turns what the jobs of one processor type returned into one value per run, which is then part of
 * {@link io.bulkaction.GroupResult#data}. Any Spring bean of this type is used; all instances must have the same ones,
 * because any of them may make the result:
 *
 * {@snippet class="com.example.invoicing.InvoiceTotals" region="aggregator" :
 * @Component
 * class InvoiceTotals implements ResultAggregator<InvoiceTotals.Totals> {
 *
 *     record Totals(long invoices, long cents) {}
 *
 *     private final JsonMapper json;
 *
 *     InvoiceTotals(JsonMapper json) {
 *         this.json = json;
 *     }
 *
 *     @Override
 *     public String type() {
 *         return "MAKE_INVOICE";
 *     }
 *
 *     @Override
 *     public Totals identity() {
 *         return new Totals(0, 0);
 *     }
 *
 *     @Override
 *     public Totals accumulate(Totals soFar, String result) {
 *         InvoiceProcessor.Made made = json.readValue(result, InvoiceProcessor.Made.class);
 *         return new Totals(soFar.invoices() + 1, soFar.cents() + made.cents());
 *     }
 *
 *     @Override
 *     public Totals combine(Totals earlier, Totals later) {
 *         return new Totals(earlier.invoices() + later.invoices(), earlier.cents() + later.cents());
 *     }
 * }
 * }
 *
 * <p>It works as map and reduce: results are accumulated in pieces of 1,000, each from a new {@link #identity()}, and the
 * pieces are combined in their order. So a run of a million results is never in memory as a whole.
 *
 * <p>A piece may take {@code reliability.aggregator-timeout} (30 seconds by default). An aggregator that takes longer is
 * interrupted. If it is, or if it throws, the run ends all the same, with an {@code aggregationError} in place of the value.
 *
 * <p>One aggregator may be called by several threads at the same time, each for another run.
 *
 * @param <T> what is accumulated
 */
public interface ResultAggregator<T> {

    /**
     * Names the processor type whose results it takes. Asked at start.
     *
     * @return a processor type; at most one aggregator may have it, otherwise the application does not start
     */
    String type();

    /**
     * The value of no results.
     *
     * @return a new object each time, if {@code T} is mutable
     */
    T identity();

    /**
     * Adds the result of one job. Jobs that returned no data are left out.
     *
     * @param soFar the value so far; may be changed and returned
     * @param result the data of {@link io.bulkaction.JobResult#success(Object)} as JSON text
     * @return the value with the result
     * @throws Exception when the result cannot be added
     */
    T accumulate(T soFar, String result) throws Exception;

    /**
     * Combines the values of two pieces.
     *
     * @param earlier the value of the earlier piece; may be changed and returned
     * @param later the value of the piece that follows
     * @return the value of both
     * @throws Exception when they cannot be combined
     */
    T combine(T earlier, T later) throws Exception;

    /**
     * Makes what goes into the run's result.
     *
     * @param total the value of all results
     * @return anything Jackson can write; the value itself unless overridden
     * @throws Exception when it cannot be made
     */
    default Object finish(T total) throws Exception {
        return total;
    }
}
