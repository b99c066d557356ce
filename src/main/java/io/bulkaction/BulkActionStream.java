package io.bulkaction;

/**
 * A run that is open for more jobs. Made by {@link BulkActionService#open(String, String, String)}.
 *
 * {@snippet class="com.example.shop.OrderFile" region="stream" :
 * BulkActionStream stream = bulkActions.open("default", "invoices-" + month, "MAKE_INVOICE");
 * for (String line = file.readLine(); line != null; line = file.readLine()) {
 *     Order order = Order.parse(line);
 *     stream.add(JobRequest.of("invoice-" + order.orderId(), order));
 * }
 * return stream.closeSealed();
 * }
 *
 * <p>A run cannot end before it is sealed. {@link #close()} seals it; so a try-with-resources statement also seals it after
 * an exception, with only part of the jobs. The example above leaves the run open then: send all jobs again, with the same
 * ids, and only those that are missing are added.
 *
 * <p>Jobs are sent in batches, a few at a time. Each method may therefore throw what went wrong with an earlier batch: a
 * {@link GroupCancellingException}, a {@link RedisFullException} or a {@link RedisUnavailableException}. What was accepted
 * before stays accepted.
 *
 * <p>For one thread. Needs little memory, however many jobs are added.
 */
public interface BulkActionStream extends AutoCloseable {

    /**
     * Adds a job. It is sent together with others, at the latest by {@link #flush()} or when the stream is closed.
     *
     * @param job the job; checked at once
     * @return this stream
     * @throws InvalidIdException when the job id breaks the {@linkplain Ids#RULE rule for ids}; the stream stays usable
     * @throws InvalidSubmissionException when the payload cannot be written as JSON or is too large; the stream stays
     *     usable
     * @throws IllegalStateException when the stream is closed
     */
    BulkActionStream add(JobRequest job);

    /**
     * Sends what was added and waits until Redis has accepted it. The run stays open.
     *
     * @return what this stream has sent so far
     */
    Submission flush();

    /**
     * Sends the rest, leaves the run open, so that another stream or submit can continue it, and closes the stream. On a
     * closed stream it changes nothing.
     *
     * @return what this stream has sent
     */
    Submission closeUnsealed();

    /**
     * Sends the rest, seals the run and closes the stream. Seals nothing if no job was added: use
     * {@link BulkActionService#seal} then. On a closed stream it changes nothing.
     *
     * @return what this stream has sent
     */
    Submission closeSealed();

    /** Does the same as {@link #closeSealed()}. */
    @Override
    void close();
}
