package io.bulkaction.operate.alert;

import io.bulkaction.settings.AlertSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/** Posts alerts to an address. Anything but a 2xx is a failure; redirects are not followed. */
public final class WebhookChannel implements AlertChannel {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String RED = "#c0392b";
    private static final String YELLOW = "#e0a800";
    private static final String GREEN = "#2e8b57";

    private final URI url;
    private final AlertSettings.Webhook settings;
    private final HttpClient http;

    public WebhookChannel(AlertSettings.Webhook settings) {
        this.url = Objects.requireNonNull(settings.url(), "a webhook needs its url");
        this.settings = settings;
        this.http = HttpClient.newBuilder()
                // why: asking for HTTP/2 in clear text upsets servers that do not know it
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.timeout())
                .build();
    }

    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public void send(Alert alert) throws IOException, InterruptedException {
        Map<String, Object> body = switch (settings.format()) {
            case GENERIC -> generic(alert);
            case SLACK -> slack(alert);
        };
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(settings.timeout())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                .build();
        int status = http.send(request, BodyHandlers.discarding()).statusCode();
        if (status / 100 != 2) {
            throw new IOException("the webhook answered " + status);
        }
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

    /** Slack would take these three for its own markup, and an error text for a link. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
