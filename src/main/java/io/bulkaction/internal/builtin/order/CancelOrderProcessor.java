package io.bulkaction.internal.builtin.order;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import io.bulkaction.internal.engine.retry.AttemptOutcome;
import io.bulkaction.spi.ExchangeAnswer;
import io.bulkaction.spi.ExchangeClient;
import io.bulkaction.spi.OrderToCancel;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Map;

/** Cancels one order per job. A missing order counts as cancelled, so a job may run any number of times. */
final class CancelOrderProcessor implements JobProcessor {

    static final String TYPE = "CANCEL_ORDER";

    private final Exchanges exchanges;
    private final CancelLog log;
    private final PayloadReader<CancelPayload> payloads = PayloadReader.strict(CancelPayload.class);

    CancelOrderProcessor(Exchanges exchanges, CancelLog log) {
        this.exchanges = exchanges;
        this.log = log;
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, order -> result(job, order, ask(job, order)));
    }

    private ExchangeAnswer ask(Job job, CancelPayload order) throws InterruptedException {
        ExchangeClient client = exchanges.find(order.exchange()).orElse(null);
        if (client == null) {
            return ExchangeAnswer.of(ExchangeAnswer.UNKNOWN_EXCHANGE);
        }
        try {
            return client.cancel(new OrderToCancel(order.orderId(), order.symbol(), job.idempotencyKey()));
        } catch (HttpTimeoutException | SocketTimeoutException e) {
            return ExchangeAnswer.of(ExchangeAnswer.TIMEOUT);
        } catch (IOException e) {
            return ExchangeAnswer.of(ExchangeAnswer.NETWORK_ERROR);
        } catch (RuntimeException e) {
            log.failed(job, order, e.getClass().getSimpleName(), AttemptOutcome.threw(e));
            throw e;
        }
    }

    private JobResult result(Job job, CancelPayload order, ExchangeAnswer answer) {
        if (answer.isCancelled() || answer.isAlreadyGone()) {
            log.cancelled(order, answer.isAlreadyGone());
            return JobResult.success(Map.of(
                    "exchange", order.exchange(),
                    "orderId", order.orderId(),
                    "alreadyCancelled", answer.isAlreadyGone()));
        }
        JobResult result = answer.retryAfter() != null
                ? JobResult.throttled(answer.retryAfter())
                : JobResult.failure(
                        answer.code(), order.exchange() + " did not cancel: " + answer.code(), !answer.isPermanent());
        log.failed(job, order, answer.code(), AttemptOutcome.returned(result));
        return result;
    }
}
