package io.bulkaction.server.web.dashboard;

import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The one tab of a {@link Browser}. Waits instead of failing while a page is still on its way. */
final class BrowserPage implements AutoCloseable {

    /** A question that meets the change from one page to the next may never be answered: it is asked again. */
    private static final Duration LOST = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Patience.LIMIT;

    private final JsonMapper json = JsonMapper.shared();
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final WebSocket socket;

    private BrowserPage(URI address) {
        socket = http.newWebSocketBuilder().buildAsync(address, new Listener()).join();
    }

    static BrowserPage connect(URI address) {
        BrowserPage page = new BrowserPage(address);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            page.send(domain + ".enable", Map.of());
        }
        return page;
    }

    /** Exceptions of the page's scripts and what its content security policy stopped, since the last call. */
    List<String> takeComplaints() {
        List<String> taken = List.copyOf(complaints);
        complaints.clear();
        return taken;
    }

    /** As if nobody had been here, with a screen of this width and this language. */
    void reset(int width, String language) {
        // why first: a page that finds its session gone notes its address, and the next login would lead there
        send("Page.navigate", Map.of("url", "about:blank"));
        waitFor("location.href === 'about:blank'");
        send("Network.clearBrowserCookies", Map.of());
        resize(width, 844);
        send("Network.setUserAgentOverride", Map.of("userAgent", "test", "acceptLanguage", language));
        takeComplaints();
    }

    void resize(int width, int height) {
        send("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** @param scheme light or dark */
    void prefer(String scheme) {
        send("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** What the screen shows, as PNG. */
    byte[] picture() {
        send("Emulation.setScrollbarsHidden", Map.of("hidden", true));
        JsonNode answer = send("Page.captureScreenshot", Map.of("format", "png"));
        return Base64.getDecoder().decode(answer.path("data").asString());
    }

    /** One element and a little around it, as PNG. */
    byte[] pictureOf(String selector) {
        JsonNode box =
                evaluate("(({x, y, width, height}) => ({x, y: y + scrollY, width, height}))(document.querySelector("
                        + quoted(selector) + ").getBoundingClientRect())");
        int border = 12;
        JsonNode answer = send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true, "clip",
                Map.of("x", box.path("x").asDouble() - border, "y", box.path("y").asDouble() - border,
                        "width", box.path("width").asDouble() + 2 * border,
                        "height", box.path("height").asDouble() + 2 * border, "scale", 1)));
        return Base64.getDecoder().decode(answer.path("data").asString());
    }

    void open(String address) {
        send("Page.navigate", Map.of("url", address));
    }

    /** Ends the session as time would. */
    void forgetCookie(String name, String address) {
        send("Network.deleteCookies", Map.of("name", name, "url", address));
    }

    /** A condition that throws does not hold yet: write {@code a.b}, because {@code a?.b !== null} holds without an a. */
    void waitFor(String condition) {
        await().alias(condition).atMost(PATIENCE).ignoreExceptions().until(() -> evaluate(condition, LOST).asBoolean());
    }

    void waitForText(String text) {
        waitFor("document.body.innerText.includes(" + quoted(text) + ")");
    }

    void click(String selector) {
        String node = "document.querySelector(" + quoted(selector) + ")";
        waitFor(node + "?.checkVisibility()");
        evaluate(node + ".click()");
    }

    void clickButton(String text) {
        String node = "[...document.querySelectorAll('dialog button, button')].find(each => each.checkVisibility()"
                + " && !each.disabled && each.textContent === " + quoted(text) + ")";
        waitFor(node + " !== undefined");
        evaluate(node + ".click()");
    }

    /** Into a field, as a keyboard would. */
    void type(String selector, String text) {
        waitFor("document.querySelector(" + quoted(selector) + ") !== null");
        evaluate("document.querySelector(" + quoted(selector) + ").focus()");
        send("Input.insertText", Map.of("text", text));
    }

    void pressEnter() {
        Map<String, Object> key = Map.of(
                "type", "keyDown", "key", "Enter", "code", "Enter", "windowsVirtualKeyCode", 13, "text", "\r");
        send("Input.dispatchKeyEvent", key);
    }

    /** What is on the clipboard, into what has the focus. */
    void pressPaste() {
        send("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", "v", "code", "KeyV", "modifiers", 2,
                "windowsVirtualKeyCode", 86, "commands", List.of("paste")));
    }

    /** @param key a character */
    void pressKey(String key) {
        send("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", key));
    }

    void pressEscape() {
        for (String type : List.of("keyDown", "keyUp")) {
            send("Input.dispatchKeyEvent",
                    Map.of("type", type, "key", "Escape", "code", "Escape", "windowsVirtualKeyCode", 27));
        }
    }

    JsonNode evaluate(String expression) {
        return evaluate(expression, PATIENCE);
    }

    private JsonNode evaluate(String expression, Duration limit) {
        JsonNode answer = send(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true), limit);
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
    }

    private String quoted(String text) {
        return json.writeValueAsString(text);
    }

    private JsonNode send(String method, Map<String, ?> parameters) {
        return send(method, parameters, PATIENCE);
    }

    private JsonNode send(String method, Map<String, ?> parameters, Duration limit) {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        String command = json.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
        socket.sendText(command, true).join();
        return answer.orTimeout(limit.toSeconds(), TimeUnit.SECONDS).join();
    }

    private void receive(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
            if (answer == null) {
                return;
            }
            if (message.has("error")) {
                answer.completeExceptionally(new IllegalStateException(message.path("error").toString()));
            } else {
                answer.complete(message.path("result"));
            }
        } else if (message.path("method").asString().equals("Runtime.exceptionThrown")) {
            complaints.add(message.path("params").path("exceptionDetails").toString());
        } else if (message.path("method").asString().equals("Log.entryAdded")) {
            String text = message.path("params").path("entry").path("text").asString();
            if (text.contains("Content Security Policy")) {
                complaints.add(text);
            }
        }
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                JsonNode message = json.readTree(text.toString());
                text.setLength(0);
                receive(message);
            }
            from.request(1);
            return null;
        }
    }
}
