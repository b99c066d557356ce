package io.bulkaction.internal.builtin.order;

import io.bulkaction.internal.builtin.rest.HttpAnswer;
import io.bulkaction.internal.builtin.rest.HttpCaller;
import io.bulkaction.spi.ExchangeAnswer;
import io.bulkaction.spi.ExchangeClient;
import io.bulkaction.spi.OrderToCancel;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/** Cancels with one HTTP call, as far as that can be configured; exchanges that want more get a client of their own. */
final class HttpExchangeClient implements ExchangeClient, AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final String exchange;
    private final CancelOrderSettings.Exchange settings;
    private final HttpCaller http;
    private final InstantSource clock;

    HttpExchangeClient(String exchange, CancelOrderSettings.Exchange settings, InstantSource clock) {
        this.exchange = exchange;
        this.settings = settings;
        this.http = new HttpCaller(settings.connectTimeout(), settings.timeout());
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
        byte[] body = settings.sendsBody() ? JSON.writeValueAsBytes(fields(order)) : null;
        return answer(http.call(HttpMethod.valueOf(settings.method()), uri(order), headers(order), body));
    }

    @Override
    public void close() {
        http.close();
    }

    private ExchangeAnswer answer(HttpAnswer answer) {
        String code =
                switch (answer.status()) {
                    // why: 418 is what some exchanges answer to those who went on after 429
                    case 418, 429 -> ExchangeAnswer.RATE_LIMIT;
                    default -> String.valueOf(answer.status());
                };
        boolean mayNameATime = code.equals(ExchangeAnswer.RATE_LIMIT) || answer.status() == 503;
        return new ExchangeAnswer(
                code, mayNameATime ? answer.retryAfter(clock.instant()).orElse(null) : null);
    }

    private HttpHeaders headers(OrderToCancel order) {
        HttpHeaders headers = new HttpHeaders();
        settings.headers().forEach((name, value) -> headers.set(name, value.value()));
        if (settings.token() != null) {
            headers.setBearerAuth(settings.token().value());
        }
        headers.set("Idempotency-Key", order.idempotencyKey().value());
        if (settings.sendsBody()) {
            headers.setContentType(MediaType.APPLICATION_JSON);
        }
        return headers;
    }

    private URI uri(OrderToCancel order) {
        String base = settings.baseUrl().uri().toString().replaceFirst("/$", "");
        UriComponentsBuilder uri = UriComponentsBuilder.fromUriString(base + settings.path());
        boolean symbolHasNoPlace = !settings.path().contains("{symbol}") && !settings.sendsBody();
        if (order.symbol() != null && symbolHasNoPlace) {
            uri.queryParam("symbol", "{symbol}");
        }
        return uri.encode().buildAndExpand(fields(order)).toUri();
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
