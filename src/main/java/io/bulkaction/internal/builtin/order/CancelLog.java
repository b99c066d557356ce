package io.bulkaction.internal.builtin.order;

import io.bulkaction.Job;
import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.retry.AttemptOutcome;
import io.bulkaction.internal.engine.retry.Decision;
import io.bulkaction.internal.engine.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log lines that operators of the cancel queue search for. */
final class CancelLog {

    private static final Logger log = LoggerFactory.getLogger(CancelLog.class);

    private final Function<QueueName, RetryPolicy> policies;
    private final InstantSource clock;
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** @param policies the engine's own, so that the lines say what will happen */
    CancelLog(Function<QueueName, RetryPolicy> policies, InstantSource clock) {
        this.policies = policies;
        this.clock = clock;
    }

    void started(Exchanges exchanges) {
        log.info("✅ Cancel Queue Worker started: exchanges={}", exchanges.names());
    }

    void stopped() {
        long total = cancelled.sum() + retried.sum() + failed.sum();
        log.debug(
                "🔄 Cancel queue processed: total={}, success={}, retry={}, failed={}",
                total,
                cancelled,
                retried,
                failed);
        log.info("🛑 Cancel Queue Worker stopped");
    }

    void cancelled(CancelPayload order, boolean alreadyGone) {
        cancelled.increment();
        String already = alreadyGone ? ", already=true" : "";
        log.info("✅ Order cancelled: order_id={}, exchange={}{}", order.orderId(), order.exchange(), already);
    }

    /** The order is not cancelled. With jitter, the time of the next retry is approximate. */
    void failed(Job job, CancelPayload order, String error, AttemptOutcome outcome) {
        RetryPolicy policy = policies.apply(job.queue());
        switch (policy.decide(outcome, job.retryCount())) {
            case Decision.Complete complete -> cancelled(order, true);
            case Decision.Retry(Duration delay) ->
                retry(order, job.retryCount() + 1, policy.maxRetries(), delay, error);
            case Decision.Park(Duration wait) -> retry(order, job.retryCount(), policy.maxRetries(), wait, error);
            case Decision.Fail(Decision.Reason reason) -> failedForGood(order, job.retryCount(), reason, error);
        }
    }

    private void failedForGood(CancelPayload order, int retries, Decision.Reason reason, String error) {
        failed.increment();
        log.error(
                "❌ Cancel permanently failed: order_id={}, retries={}, error={}",
                order.orderId(),
                retries,
                reason == Decision.Reason.RETRIES_USED_UP ? "Max retries exceeded (" + error + ")" : error);
    }

    private void retry(CancelPayload order, int number, int max, Duration wait, String error) {
        retried.increment();
        Instant next = clock.instant().plus(wait).truncatedTo(ChronoUnit.SECONDS);
        log.warn(
                "⚠️ Cancel retry scheduled: order_id={}, retry={}/{}, next_retry={}, error={}",
                order.orderId(),
                number,
                max,
                next,
                error);
    }
}
