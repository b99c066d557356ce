package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The audit trail tells who logged in, who could not, and whose calls were refused. */
class SecurityAuditIT extends ServiceOverHttp {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    @Test
    void loginsAndRefusalsAreInTheAuditTrailWithoutTypedSecrets() throws Exception {
        assertThat(logIn("bea", "correct-donkey")).isEqualTo(204);
        assertThat(logIn("bea", "hunter2-typed")).isEqualTo(401);
        assertThat(logIn("my-password-in-the-wrong-field", "x")).isEqualTo(401);
        assertThat(get("/admin/queues", "Bearer no-such-token-0123456789").status()).isEqualTo(401);
        assertThat(post("/admin/queue/pause", NOBODY, "{}").status()).isEqualTo(401);
        assertThat(post("/admin/queue/pause", SENDER, "{}").status()).isEqualTo(403);
        assertThat(get("/admin/queues", NOBODY).status()).as("reading without a login: no entry").isEqualTo(401);

        await().untilAsserted(() -> assertThat(trail())
                .contains(
                        "bea login DONE FORM",
                        "bea login REFUSED FORM",
                        "unknown login REFUSED FORM",
                        "unknown login REFUSED BEARER",
                        "anonymous POST /admin/queue/pause REFUSED UNAUTHENTICATED",
                        "sender POST /admin/queue/pause REFUSED FORBIDDEN")
                .noneMatch(entry -> entry.contains("GET /admin/queues REFUSED UNAUTHENTICATED")));
        assertThat(get("/admin/queue/audit?limit=1000", ADMIN).text())
                .doesNotContain("hunter2-typed", "my-password-in-the-wrong-field", "no-such-token", "correct-donkey");
        assertThat(get("/admin/queue/audit?limit=1000", ADMIN).json().path("entries"))
                .allSatisfy(entry -> assertThat(entry.path("from").asString()).isEqualTo("127.0.0.1"));
    }

    /** Or whoever may do less could push out what administrators did, by doing something very often. */
    @Test
    void onlyWhatAdministratorsDoIsInTheirTrail() throws Exception {
        assertThat(post("/admin/queue/pause?queue=walked", ADMIN, "{}").status()).isEqualTo(200);
        assertThat(post("/admin/queue/resume?queue=walked", ADMIN, "{}").status()).isEqualTo(200);
        long before = total("walked", "ADMINISTRATOR");
        long beforeLogins = total("default", "ADMINISTRATOR");

        for (int i = 0; i < 3; i++) {
            assertThat(post("/admin/queue/pause?queue=walked", OPERATOR, "{}").status()).isEqualTo(200);
            assertThat(post("/admin/queue/resume?queue=walked", OPERATOR, "{}").status()).isEqualTo(200);
            post("/admin/queue/groups/none/cancel?queue=walked", OPERATOR, "{\"reason\": \"no such group\"}");
            assertThat(get("/admin/queue/doctor?queue=walked", VIEWER).status()).isEqualTo(200);
            for (String login : List.of("viktor:correct-camel", "olga:correct-zebra", "bea:correct-donkey")) {
                assertThat(logIn(login.split(":")[0], login.split(":")[1])).isEqualTo(204);
            }
        }

        assertThat(total("walked", "ADMINISTRATOR")).isEqualTo(before).isPositive();
        assertThat(total("default", "ADMINISTRATOR")).isEqualTo(beforeLogins);
        assertThat(total("walked", "OPERATOR")).isGreaterThanOrEqualTo(9);
        assertThat(
                get("/admin/queue/audit?kind=LOGIN&limit=1000", ADMIN).json().path("entries").findValuesAsString("who"))
                .contains("viktor", "olga", "bea");
    }

    private long total(String queue, String kind) throws Exception {
        return get("/admin/queue/audit?limit=1&queue=" + queue + "&kind=" + kind, ADMIN).json().path("total").asLong();
    }

    @Test
    void aGuesserIsLockedOutAndTheTrailSaysSo() throws Exception {
        int status = 0;
        for (int guess = 0; guess < 10 && status != 429; guess++) {
            status = get("/admin/queues", basic("nobody-here:guess-" + guess)).status();
        }
        assertThat(status).as("locked out").isEqualTo(429);
        assertThat(trail()).anyMatch(entry -> entry.matches("unknown login REFUSED BASIC, locked for PT\\d+S"));
    }

    private int logIn(String user, String password) throws Exception {
        Answer page = send(request("/login").header("Accept", "text/html"));
        Matcher csrf = CSRF.matcher(page.text());
        assertThat(csrf.find()).as(page.text()).isTrue();
        String cookie = page.http().headers().allValues("Set-Cookie").stream()
                .map(value -> value.split(";")[0])
                .reduce("", (all, one) -> all.isEmpty() ? one : all + "; " + one);
        String form =
                "username=" + encoded(user) + "&password=" + encoded(password) + "&_csrf=" + encoded(csrf.group(1));
        return send(request("/login")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString(form))).status();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private List<String> trail() throws Exception {
        List<String> entries = new ArrayList<>();
        for (JsonNode entry : get("/admin/queue/audit?limit=1000", ADMIN).json().path("entries")) {
            entries.add("%s %s %s %s".formatted(
                    entry.path("who").asString(),
                    entry.path("action").asString(),
                    entry.path("outcome").asString(),
                    entry.path("detail").asString()));
        }
        return entries;
    }
}
