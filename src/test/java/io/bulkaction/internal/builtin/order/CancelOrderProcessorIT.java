package io.bulkaction.internal.builtin.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.engine.retry.RetryPolicy;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.spi.ExchangeAnswer;
import io.bulkaction.spi.ExchangeClient;
import io.bulkaction.spi.OrderToCancel;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Execution(ExecutionMode.SAME_THREAD)
class CancelOrderProcessorIT {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2025-11-01T10:33:00Z"));

    private static final RetryPolicy RETRY = policy("retry.max-retries", "5");

    private static final String ORDER = "{\"exchange\":\"binance\",\"orderId\":\"12345\"}";

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(CancelLog.class);
    private LocalHttp exchange;

    @BeforeEach
    void startServer() throws IOException {
        exchange = new LocalHttp();
        logger.setLevel(Level.DEBUG);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopServer() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        exchange.close();
    }

    @Test
    void cancelsAnOrder() throws Exception {
        JobResult result = process("{\"exchange\":\"Binance\",\"orderId\":\"a/b?c\",\"symbol\":\"BTC&USDT\"}");

        assertThat(result).isEqualTo(JobResult.success(
                Map.of("exchange", "Binance", "orderId", "a/b?c", "alreadyCancelled", false)));
        LocalHttp.Request request = exchange.onlyRequest();
        assertThat(request.method()).isEqualTo("DELETE");
        assertThat(request.path()).isEqualTo("/api/orders/a%2Fb%3Fc?symbol=BTC%26USDT");
        assertThat(request.header("Authorization")).isEqualTo("Bearer t0ken");
        assertThat(request.header("X-API-KEY")).isEqualTo("k3y");
        assertThat(request.header("Idempotency-Key")).isEqualTo("default#customer-A#job-1");
        assertThat(request.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "../accounts/7", "a/..", "a/./b", "..\\\\a"})
    void anOrderThatWouldLeadToAnotherPathIsNotSent(String dots) throws Exception {
        for (String payload : List.of(
                "{\"exchange\":\"binance\",\"orderId\":\"" + dots + "\"}",
                "{\"exchange\":\"binance\",\"orderId\":\"1\",\"symbol\":\"" + dots + "\"}")) {
            assertThat(process(payload)).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
                assertThat(failure.code()).isEqualTo("BAD_PAYLOAD");
                assertThat(failure.message()).contains("'.' or '..'");
                assertThat(failure.retryable()).isFalse();
            });
        }
        assertThat(exchange.requests()).isEmpty();
    }

    @Test
    void pathMethodAndBodyCanBeSet() throws Exception {
        CancelOrderSettings.Exchange settings = settings("/v5/{symbol}/cancel?id={orderId}", "POST");

        processor(settings).process(Jobs.of(
                "CANCEL_ORDER", "{\"exchange\":\"binance\",\"orderId\":12345,\"symbol\":\"BTCUSDT\"}"));

        LocalHttp.Request request = exchange.onlyRequest();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/api/v5/BTCUSDT/cancel?id=12345");
        assertThat(request.body()).contains("\"orderId\":\"12345\"", "\"symbol\":\"BTCUSDT\"");
        assertThat(request.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void aMissingOrderCountsAsCancelled() throws Exception {
        exchange.answers(LocalHttp.status(404));

        assertThat(process(ORDER)).isEqualTo(JobResult.success(
                Map.of("exchange", "binance", "orderId", "12345", "alreadyCancelled", true)));
        assertThat(line()).isEqualTo("INFO ✅ Order cancelled: order_id=12345, exchange=binance, already=true");
    }

    @ParameterizedTest
    @CsvSource({
        "400, 400, false",
        "401, 401, false",
        "403, 403, false",
        "429, rate_limit, true",
        "418, rate_limit, true",
        "500, 500, true",
        "503, 503, true",
        "504, 504, true",
        "409, 409, true",
        "302, 302, true"
    })
    void theStatusDecidesAndAnUnknownOneIsRetried(int status, String code, boolean retryable) throws Exception {
        exchange.answers(LocalHttp.status(status, "Location", "http://127.0.0.1:" + exchange.port() + "/elsewhere"));

        assertThat(process(ORDER))
                .isEqualTo(JobResult.failure(code, "binance did not cancel: " + code, retryable));
        assertThat(exchange.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 418, 503})
    void anExchangeThatAsksForAPauseIsThrottled(int status) throws Exception {
        exchange.answers(LocalHttp.status(status, "Retry-After", "90"));

        assertThat(process(ORDER)).isEqualTo(JobResult.throttled(Duration.ofSeconds(90)));
        assertThat(line())
                .contains("⚠️ Cancel retry scheduled: order_id=12345, retry=0/5, next_retry=2025-11-01T10:34:30Z");
    }

    @Test
    void aSilentExchangeIsATimeout() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        exchange.answers(request -> awaitQuietly(over));

        JobResult result = processor(settings("/orders/{orderId}", "DELETE", Duration.ofMillis(300)))
                .process(Jobs.of("CANCEL_ORDER", ORDER));
        over.countDown();

        assertThat(result).isEqualTo(JobResult.failure("timeout", "binance did not cancel: timeout", true));
    }

    @Test
    void anUnreachableExchangeIsANetworkError() throws Exception {
        exchange.close();

        assertThat(process(ORDER))
                .isEqualTo(JobResult.failure("network_error", "binance did not cancel: network_error", true));
    }

    @Test
    void anUnknownExchangeIsPermanent() throws Exception {
        assertThat(process("{\"exchange\":\"upbit\",\"orderId\":\"1\"}"))
                .isEqualTo(JobResult.permanent("unknown_exchange", "upbit did not cancel: unknown_exchange"));
        assertThat(exchange.requests()).isEmpty();
    }

    @Test
    void anOrderWithoutTheSymbolThatThePathNeedsIsPermanent() throws Exception {
        JobResult result = processor(settings("/{symbol}/{orderId}", "DELETE")).process(Jobs.of("CANCEL_ORDER", ORDER));

        assertThat(result).isEqualTo(JobResult.permanent("symbol_missing", "binance did not cancel: symbol_missing"));
        assertThat(exchange.requests()).isEmpty();
    }

    @Test
    void anOwnClientReplacesTheConfiguredOne() throws Exception {
        ExchangeClient own = client("BINANCE", null);
        HttpExchangeClient configured = new HttpExchangeClient("binance", settings(null, "DELETE"), CLOCK);
        Exchanges exchanges = new Exchanges(List.of(configured), List.of(own));

        new CancelOrderProcessor(exchanges, log()).process(Jobs.of("CANCEL_ORDER", ORDER));

        assertThat(exchange.requests()).isEmpty();
        assertThat(exchanges.names()).containsExactly("binance");
    }

    @Test
    void anErrorOfAClientIsLoggedAndLeftToTheRetryPolicy() {
        ExchangeClient broken = client("binance", new IllegalStateException("boom"));
        CancelOrderProcessor processor = new CancelOrderProcessor(new Exchanges(List.of(), List.of(broken)), log());

        assertThatIllegalStateException().isThrownBy(() -> processor.process(Jobs.of("CANCEL_ORDER", ORDER)));
        assertThat(line()).endsWith("error=IllegalStateException");
    }

    @Test
    void successRetryAndFinalFailureLeaveTheLinesOperatorsKnow() throws Exception {
        process(ORDER);
        exchange.answers(LocalHttp.status(504));
        processor(settings(null, "DELETE")).process(Jobs.of("CANCEL_ORDER", ORDER, 2, 1));
        processor(settings(null, "DELETE")).process(Jobs.of("CANCEL_ORDER", ORDER, 6, 5));
        exchange.answers(LocalHttp.status(401));
        process(ORDER);

        assertThat(lines.list)
                .extracting(event -> event.getLevel() + " " + event.getFormattedMessage())
                .containsExactly(
                        "INFO ✅ Order cancelled: order_id=12345, exchange=binance",
                        "WARN ⚠️ Cancel retry scheduled: order_id=12345, retry=2/5, next_retry=2025-11-01T10:35:00Z,"
                                + " error=504",
                        "ERROR ❌ Cancel permanently failed: order_id=12345, retries=5,"
                                + " error=Max retries exceeded (504)",
                        "ERROR ❌ Cancel permanently failed: order_id=12345, retries=0, error=401");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2025-11-01T10:34:00Z",
        "1, 2025-11-01T10:35:00Z",
        "2, 2025-11-01T10:37:00Z",
        "3, 2025-11-01T10:41:00Z",
        "4, 2025-11-01T10:49:00Z"
    })
    void theDelayDoublesWithEveryRetry(int failuresBefore, String next) throws Exception {
        exchange.answers(LocalHttp.status(500));

        processor(settings(null, "DELETE")).process(Jobs.of("CANCEL_ORDER", ORDER, 1, failuresBefore));

        assertThat(line()).contains("next_retry=" + next);
    }

    @Test
    void theNextRetryIsAtMostAnHourAway() throws Exception {
        RetryPolicy many = policy("retry.max-retries", "10");
        exchange.answers(LocalHttp.status(500));
        HttpExchangeClient client = new HttpExchangeClient("binance", settings(null, "DELETE"), CLOCK);

        new CancelOrderProcessor(new Exchanges(List.of(client), List.of()), new CancelLog(queue -> many, CLOCK))
                .process(Jobs.of("CANCEL_ORDER", ORDER, 9, 8));

        assertThat(line()).contains("retry=9/10, next_retry=2025-11-01T11:33:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "retry.permanent, 500, 'ERROR ❌ Cancel permanently failed: order_id=12345, retries=0, error=500'",
        "retry.success, 500, 'INFO ✅ Order cancelled: order_id=12345, exchange=binance, already=true'",
        "retry.retryable, 401, 'WARN ⚠️ Cancel retry scheduled: order_id=12345, retry=1/3,"
                + " next_retry=2025-11-01T10:34:00Z, error=401'"
    })
    void theLinesSayWhatTheSettingsMakeOfAnAnswer(String list, int status, String line) throws Exception {
        exchange.answers(LocalHttp.status(status));
        HttpExchangeClient client = new HttpExchangeClient("binance", settings(null, "DELETE"), CLOCK);
        RetryPolicy own = policy(list + "[0]", String.valueOf(status));

        new CancelOrderProcessor(new Exchanges(List.of(client), List.of()), new CancelLog(queue -> own, CLOCK))
                .process(Jobs.of("CANCEL_ORDER", ORDER));

        assertThat(line()).isEqualTo(line);
    }

    @Test
    void startAndStopAreLogged() {
        CancelLog log = log();
        log.started(new Exchanges(List.of(), List.of(client("binance", null))));
        log.stopped();

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "✅ Cancel Queue Worker started: exchanges=[binance]",
                        "🔄 Cancel queue processed: total=0, success=0, retry=0, failed=0",
                        "🛑 Cancel Queue Worker stopped");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"orderId\":\"1\"}",
        "{\"exchange\":\"binance\"}",
        "{\"exchange\":\"binance\",\"orderId\":\"\"}",
        "{\"exchange\":\"binance\",\"orderId\":\"1\\n✅ Order cancelled\"}",
        "{\"exchange\":\"binance\",\"orderId\":\"1\",\"symbol\":\" \"}",
        "{\"exchange\":\"binance\",\"orderId\":\"1\",\"simbol\":\"x\"}"
    })
    void aPayloadThatBreaksTheRulesCancelsNothing(String payload) throws Exception {
        assertThat(process(payload))
                .isInstanceOfSatisfying(
                        JobResult.Failure.class, failure -> assertThat(failure.code()).isEqualTo("BAD_PAYLOAD"));
        assertThat(exchange.requests()).isEmpty();
        assertThat(lines.list).isEmpty();
    }

    private JobResult process(String payload) throws Exception {
        return processor(settings(null, "DELETE")).process(Jobs.of("CANCEL_ORDER", payload));
    }

    private static CancelOrderProcessor processor(CancelOrderSettings.Exchange settings) {
        HttpExchangeClient client = new HttpExchangeClient("binance", settings, CLOCK);
        return new CancelOrderProcessor(new Exchanges(List.of(client), List.of()), log());
    }

    private CancelOrderSettings.Exchange settings(@Nullable String path, String method) {
        return settings(path == null ? "/orders/{orderId}" : path, method, Duration.ofSeconds(20));
    }

    private CancelOrderSettings.Exchange settings(String path, String method, Duration timeout) {
        return new CancelOrderSettings.Exchange(
                CallUrl.of("http://127.0.0.1:" + exchange.port() + "/api/"),
                path,
                method,
                Map.of("X-API-KEY", Secret.of("k3y")),
                Secret.of("t0ken"),
                Duration.ofSeconds(5),
                timeout);
    }

    private static RetryPolicy policy(String name, String value) {
        Map<String, String> preset = Map.of("retry.backoff", "60s", "retry.max-backoff", "1h", "retry.jitter", "0");
        Map<String, String> settings = new HashMap<>(preset);
        settings.put(name, value);
        return new RetryPolicy(Defaults.queue(settings).retry());
    }

    private static CancelLog log() {
        return new CancelLog(queue -> RETRY, CLOCK);
    }

    private static ExchangeClient client(String name, @Nullable RuntimeException error) {
        return new ExchangeClient() {
            @Override
            public String exchange() {
                return name;
            }

            @Override
            public ExchangeAnswer cancel(OrderToCancel order) throws ConnectException {
                if (error != null) {
                    throw error;
                }
                return ExchangeAnswer.of(ExchangeAnswer.CANCELLED);
            }
        };
    }

    private String line() {
        assertThat(lines.list).hasSize(1);
        return lines.list.getFirst().getLevel() + " " + lines.list.getFirst().getFormattedMessage();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
