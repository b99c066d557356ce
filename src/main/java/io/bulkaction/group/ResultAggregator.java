package io.bulkaction.group;

/**
 * Turns what the jobs of one processor type returned into one value per run, as map and reduce: results are accumulated
 * in pieces, each from a new {@link #identity()}, and the pieces are combined in order. A run of a million results is
 * never in memory as a whole. Each piece has a limited time; whoever takes longer is interrupted and the run ends without
 * its value. Any bean of this type is registered; every instance must have the same ones, because
 * whichever is at hand makes the result.
 *
 * <pre>{@code
 * @Component class OpenRate implements ResultAggregator<OpenRate.Count> {
 *     record Count(long sent, long opened) {}
 *     public String type() { return "SEND_EMAIL"; }
 *     public Count identity() { return new Count(0, 0); }
 *     public Count accumulate(Count count, String result) {
 *         return new Count(count.sent() + 1, count.opened() + (result.contains("\"opened\":true") ? 1 : 0));
 *     }
 *     public Count combine(Count a, Count b) { return new Count(a.sent() + b.sent(), a.opened() + b.opened()); }
 * }
 * }</pre>
 *
 * @param <T> what is accumulated
 */
public interface ResultAggregator<T> {

    /** The processor type whose results this takes. */
    String type();

    /** Nothing accumulated yet; a new object each time if {@code T} can change. */
    T identity();

    /**
     * Adds one job's result. Jobs that returned no data are not among them.
     *
     * @param result JSON text
     */
    T accumulate(T soFar, String result) throws Exception;

    T combine(T earlier, T later) throws Exception;

    /** What goes into the run's result; anything JSON can carry. */
    default Object finish(T total) throws Exception {
        return total;
    }
}
