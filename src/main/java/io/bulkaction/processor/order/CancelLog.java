package io.bulkaction.processor.order;

import io.bulkaction.job.Job;
import io.bulkaction.job.QueueName;
import io.bulkaction.settings.RetrySettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines operators of the cancel queue search their logs for. */
final class CancelLog {

    private static final Logger log = LoggerFactory.getLogger(CancelLog.class);

    private final Function<QueueName, RetrySettings> retries;
    private final InstantSource clock;
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder failed = new LongAdder();

    CancelLog(Function<QueueName, RetrySettings> retries, InstantSource clock) {
        this.retries = retries;
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

    void throttled(Job job, CancelPayload order, ExchangeAnswer answer) {
        int most = retries.apply(job.queue()).maxRetries();
        Duration wait = Objects.requireNonNull(answer.retryAfter());
        retry(order, job.retryCount(), most, wait, answer.code());
    }

    void failed(Job job, CancelPayload order, String error, boolean retryable) {
        RetrySettings retry = retries.apply(job.queue());
        if (retryable && job.retryCount() < retry.maxRetries()) {
            retry(order, job.retryCount() + 1, retry.maxRetries(), backoff(retry, job.retryCount()), error);
            return;
        }
        failed.increment();
        log.error(
                "❌ Cancel permanently failed: order_id={}, retries={}, error={}",
                order.orderId(),
                job.retryCount(),
                retryable ? "Max retries exceeded (" + error + ")" : error);
    }

    private void retry(CancelPayload order, int number, int most, Duration wait, String error) {
        retried.increment();
        Instant next = clock.instant().plus(wait).truncatedTo(ChronoUnit.SECONDS);
        log.warn(
                "⚠️ Cancel retry scheduled: order_id={}, retry={}/{}, next_retry={}, error={}",
                order.orderId(),
                number,
                most,
                next,
                error);
    }

    private static Duration backoff(RetrySettings retry, int failuresBefore) {
        double millis = retry.backoff().toMillis() * Math.pow(retry.multiplier(), failuresBefore);
        return Duration.ofMillis((long) Math.min(millis, retry.maxBackoff().toMillis()));
    }
}
