package io.bulkaction.internal.builtin.order;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.Answer;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.TrustedClient;
import io.bulkaction.spi.ExchangeAnswer;
import io.bulkaction.spi.ExchangeClient;
import io.bulkaction.spi.OrderToCancel;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/** Cancels with one configurable HTTP call; an exchange that needs more gets a client of its own. */
final class HttpExchangeClient implements ExchangeClient, AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final String exchange;
    private final CancelOrderSettings.Exchange settings;
    private final TrustedClient http;
    private final InstantSource clock;

    HttpExchangeClient(String exchange, CancelOrderSettings.Exchange settings, InstantSource clock) {
        this.exchange = exchange;
        this.settings = settings;
        this.http = new TrustedClient(settings.connectTimeout(), settings.timeout());
        this.clock = clock;
    }

    @Override
    public String exchange() {
        return exchange;
    }

    @Override
    public ExchangeAnswer cancel(OrderToCancel order) throws IOException, InterruptedException {
        if (order.symbol() == null && settings.path().contains("{symbol}")) {
            return ExchangeAnswer.of(ExchangeAnswer.SYMBOL_MISSING);
        }
        return answer(http.send(call(order)));
    }

    @Override
    public void close() {
        http.close();
    }

    private ExchangeAnswer answer(Answer answer) {
        String code =
                switch (answer.status()) {
                    // why: some exchanges answer 418 to callers who ignored a 429
                    case 418, 429 -> ExchangeAnswer.RATE_LIMIT;
                    default -> String.valueOf(answer.status());
                };
        boolean mayBeThrottled = code.equals(ExchangeAnswer.RATE_LIMIT) || answer.status() == 503;
        return new ExchangeAnswer(
                code, mayBeThrottled ? answer.retryAfter(clock.instant()).orElse(null) : null);
    }

    private Call call(OrderToCancel order) {
        byte[] body = settings.sendsBody() ? JSON.writeValueAsBytes(fields(order)) : null;
        Call call = new Call(settings.method(), url(order), Map.of(), body);
        for (Map.Entry<String, Secret> header : settings.headers().entrySet()) {
            call = call.with(header.getKey(), header.getValue().value());
        }
        if (settings.token() != null) {
            call = call.withBearer(settings.token().value());
        }
        call = call.with("Idempotency-Key", order.idempotencyKey());
        return body == null ? call : call.with("Content-Type", "application/json");
    }

    private CallUrl url(OrderToCancel order) {
        String base = settings.baseUrl().uri().toString().replaceFirst("/$", "");
        UriComponentsBuilder uri = UriComponentsBuilder.fromUriString(base + settings.path());
        boolean symbolIsParameter = !settings.path().contains("{symbol}") && !settings.sendsBody();
        if (order.symbol() != null && symbolIsParameter) {
            uri.queryParam("symbol", "{symbol}");
        }
        return new CallUrl(uri.encode().buildAndExpand(fields(order)).toUri());
    }

    private static Map<String, String> fields(OrderToCancel order) {
        Map<String, String> fields = new HashMap<>();
        fields.put("orderId", order.orderId());
        if (order.symbol() != null) {
            fields.put("symbol", order.symbol());
        }
        return fields;
    }
}
