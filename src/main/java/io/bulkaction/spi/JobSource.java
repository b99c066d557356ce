package io.bulkaction.spi;

import io.bulkaction.JobRequest;
import java.time.Instant;
import java.time.ZoneId;
import java.util.stream.Stream;

/**
 * Says which jobs a recurring bulk action has at a tick. Any Spring bean of this type can be named as
 * {@code bulk-action.recurring.<name>.source}, or as {@code source} where a recurring bulk action is made by a call:
 *
 * {@snippet class="com.example.shop.DueInvoices" region="source" :
 * @Component
 * class DueInvoices implements JobSource {
 *
 *     private final UnpaidOrders orders;
 *
 *     DueInvoices(UnpaidOrders orders) {
 *         this.orders = orders;
 *     }
 *
 *     @Override
 *     public String name() {
 *         return "due-invoices";
 *     }
 *
 *     @Override
 *     public Stream<JobRequest> jobs(Tick tick) {
 *         return orders.at(tick.at()).map(order -> JobRequest.of("invoice-" + order.orderId(), order));
 *     }
 * }
 * }
 *
 * <p>Over all instances one source is asked at a time for a tick. It is asked again if it fails or its instance dies before
 * all jobs were submitted, and then only jobs that are missing are added. So give the same job the same id each time; a job
 * without an id gets its position in the stream.
 */
public interface JobSource {

    /**
     * Names the source.
     *
     * @return a name that no other source has
     */
    String name();

    /**
     * Finds the jobs of a tick. The stream is read once, while the jobs are submitted, so it may be of any length, and is
     * closed afterwards. Without any job the tick has no run.
     *
     * @param tick which one
     * @return the jobs
     * @throws Exception when they cannot be found now; the source is asked again, ten times over about half an hour
     */
    Stream<JobRequest> jobs(Tick tick) throws Exception;

    /**
     * A time at which a recurring bulk action is to run.
     *
     * @param action name of the recurring bulk action
     * @param at the time by its cron expression, or when somebody asked for a run at once
     * @param zone the zone of the cron expression
     * @param manual whether somebody asked for it
     */
    record Tick(String action, Instant at, ZoneId zone, boolean manual) {}
}
