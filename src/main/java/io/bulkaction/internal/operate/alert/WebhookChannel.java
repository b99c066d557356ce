package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.Answer;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.ClientLimits;
import io.bulkaction.internal.builtin.outbound.GuardedClient;
import io.bulkaction.internal.builtin.outbound.GuardedResolver;
import io.bulkaction.internal.builtin.outbound.HostPolicy;
import io.bulkaction.internal.settings.AlertSettings;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import io.bulkaction.spi.AlertType;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/** Posts alerts to an address. Anything but a 2xx is a failure; redirects are not followed. */
public final class WebhookChannel implements AlertChannel, AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String RED = "#c0392b";
    private static final String YELLOW = "#e0a800";
    private static final String GREEN = "#2e8b57";

    private final CallUrl url;
    private final AlertSettings.Webhook.Format format;
    private final GuardedClient http;

    public WebhookChannel(AlertSettings.Webhook settings) {
        this(settings, InetAddress::getAllByName);
    }

    /** The operator has set the address, so its host is allowed; what it resolves to is checked as everywhere else. */
    WebhookChannel(AlertSettings.Webhook settings, GuardedResolver.Dns dns) {
        this.url = Objects.requireNonNull(settings.url(), "a webhook needs its url");
        this.format = settings.format();
        this.http = new GuardedClient(
                ClientLimits.ofMessages(settings.timeout(), 1),
                new HostPolicy(List.of(AllowedHost.of(url)), settings.allowedNetworks()),
                dns);
    }

    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public void send(Alert alert) throws IOException {
        Map<String, Object> body = switch (format) {
            case GENERIC -> generic(alert);
            case SLACK -> slack(alert);
        };
        Answer answer = http.send(Call.post(url, JSON.writeValueAsBytes(body)));
        if (!answer.isSuccess()) {
            throw new IOException("the webhook answered " + answer.status());
        }
    }

    @Override
    public void close() {
        http.close();
    }

    private static Map<String, Object> generic(Alert alert) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("state", alert.isResolved() ? "RESOLVED" : "RAISED");
        body.put("type", alert.type());
        body.put("severity", alert.severity());
        body.put("queue", alert.queue().value());
        body.put("title", alert.title());
        body.put("message", alert.message());
        body.put("details", alert.details());
        body.put("raisedAt", alert.raisedAt().toString());
        if (alert.resolvedAt() != null) {
            body.put("resolvedAt", alert.resolvedAt().toString());
        }
        return body;
    }

    private static Map<String, Object> slack(Alert alert) {
        String color = alert.isResolved() ? GREEN : alert.severity() == AlertType.Severity.CRITICAL ? RED : YELLOW;
        List<Map<String, Object>> fields = alert.details().entrySet().stream()
                .map(detail -> Map.<String, Object>of(
                        "title", escaped(detail.getKey()), "value", escaped(detail.getValue()), "short", true))
                .toList();
        String title = (alert.isResolved() ? "RESOLVED: " : alert.severity() + ": ") + alert.title();
        return Map.of(
                "text", escaped(title),
                "attachments", List.of(Map.of("color", color, "text", escaped(alert.message()), "fields", fields)));
    }

    /** Slack reads these three as markup; an error text could become a link. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
