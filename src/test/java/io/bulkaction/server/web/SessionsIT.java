package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who is logged in on the page, and how an administrator ends that. */
class SessionsIT extends ServiceOverHttp {

    @Test
    void aSessionIsListedUntilAnAdministratorEndsIt() throws Exception {
        String cookies = logIn("bea", "correct-donkey");
        assertThat(page(cookies).status()).isEqualTo(200);
        JsonNode session = session("bea");
        assertThat(session.path("from").asString()).isEqualTo("127.0.0.1");
        assertThat(cookies).doesNotContain(session.path("id").asString());

        Answer ended =
                send("DELETE", "/admin/sessions/" + session.path("id").asString(), ADMIN, "application/json", "");

        assertThat(ended.status()).as(ended.text()).isEqualTo(200);
        await().until(() -> page(cookies).status() == 401);
        assertThat(get("/admin/sessions", ADMIN).text()).doesNotContain(session.path("id").asString());
        assertThat(get("/admin/queue/audit?limit=100", ADMIN).text()).contains("end session");
        assertThat(send("DELETE", "/admin/sessions/none", ADMIN, "application/json", "").json().path("code").asString())
                .isEqualTo("UNKNOWN_SESSION");
    }

    @Test
    void aLogoutEndsItOnTheListToo() throws Exception {
        String cookies = logIn("viktor", "correct-camel");
        String id = session("viktor").path("id").asString();

        send(request("/logout").header("Cookie", cookies).header("X-XSRF-TOKEN", xsrf(cookies))
                .POST(HttpRequest.BodyPublishers.noBody()));

        await().until(() -> !get("/admin/sessions", ADMIN).text().contains(id));
    }

    private Answer page(String cookies) throws Exception {
        return send(request("/admin/queues").header("Cookie", cookies));
    }

    private JsonNode session(String user) throws Exception {
        List<JsonNode> found = new ArrayList<>();
        get("/admin/sessions", ADMIN).json().path("sessions").forEach(found::add);
        // why the latest: other classes log in at the same service
        return found.stream().filter(each -> each.path("user").asString().equals(user))
                .max(Comparator.comparing(each -> Instant.parse(each.path("since").asString()))).orElseThrow();
    }

    private static String xsrf(String cookies) {
        return cookies.replaceAll(".*XSRF-TOKEN=([^;]*).*", "$1");
    }

    private String logIn(String user, String password) throws Exception {
        Answer page = send(request("/login").header("Accept", "text/html"));
        String before = cookies(page);
        Answer in = send(request("/login")
                .header("Cookie", before)
                .header("X-XSRF-TOKEN", xsrf(before))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("username=" + user + "&password=" + password)));
        assertThat(in.status()).as(in.text()).isEqualTo(204);
        String after = cookies(in);
        return after.contains("XSRF-TOKEN=") && !after.matches(".*XSRF-TOKEN=(;.*)?$") ? after : after + "; " + before;
    }

    private static String cookies(Answer answer) {
        return answer.http().headers().allValues("Set-Cookie").stream()
                .map(each -> each.split(";", 2)[0])
                .filter(each -> !each.endsWith("="))
                .collect(Collectors.joining("; "));
    }
}
