package io.bulkaction.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.server.web.token.RuntimeTokens;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** API tokens that are made while the service runs. */
class RuntimeTokensIT extends ServiceOverHttp {

    private final String name = "token-" + UUID.randomUUID();

    @Test
    void aTokenIsShownOnceLetsItsOwnerInAndKeepsItInItsScope() throws Exception {
        Answer made = make("\"groups\": [\"initech/*\"], \"processors\": [\"SIMULATE\"], \"owner\": \"Initech\"");
        String bearer = "Bearer " + made.json().path("token").asString();

        assertThat(made.json().path("token").asString()).startsWith("ba_" + name + ".");
        assertThat(submit(bearer, "initech/" + name).status()).isEqualTo(202);
        assertThat(submit(bearer, "globex/" + name).json().path("code").asString()).isEqualTo("GROUP_NOT_ALLOWED");
        assertThat(get("/admin/queues", bearer).status()).isEqualTo(403);

        JsonNode listed = await().until(this::listed, token -> !token.path("lastUsedAt").isNull());
        assertThat(listed.path("owner").asString()).isEqualTo("Initech");
        assertThat(listed.path("createdBy").asString()).isEqualTo("admin");
        assertThat(listed.path("state").asString()).isEqualTo("ACTIVE");
        assertThat(listed.path("lastUsedFrom").asString()).isEqualTo("127.0.0.1");
        assertThat(listed.path("groups").get(0).asString()).isEqualTo("initech/*");
        assertThat(get("/admin/queue/audit?limit=200", ADMIN).text()).contains("make token", name)
                .doesNotContain(secret(made));
    }

    @Test
    void aTokenHasItsQuota() throws Exception {
        Answer made = make("\"groups\": [\"quota/*\"], \"quota\": {\"jobs\": 1}");
        String bearer = "Bearer " + made.json().path("token").asString();
        String group = "quota/" + name;

        Answer two = post("/api/bulk-actions", bearer, """
                {"groupId": "%s", "processorType": "SIMULATE", "jobs": [{"payload": {}}, {"payload": {}}]}"""
                .formatted(group));

        assertThat(two.status()).as(two.text()).isEqualTo(429);
        assertThat(two.json().path("code").asString()).isEqualTo("QUOTA_EXCEEDED");
        assertThat(submit(bearer, group).status()).isEqualTo(202);
        assertThat(get("/api/quota", bearer).json().path("allowed").path("jobs").asInt()).isEqualTo(1);
        assertThat(listed().path("quota").path("jobs").asInt()).isEqualTo(1);
    }

    @Test
    void redisHasOnlyTheHash() throws Exception {
        Answer made = make("");

        RedisQueue redis = context.getBean(Queues.class).get(new QueueName("default")).home().redis();
        String record = Utf8.text(redis.read(commands -> commands.hget(redis.keys().tokens(), Utf8.bytes(name))));
        assertThat(record).contains("\"hash\":\"").doesNotContain(secret(made));
        assertThat(get("/admin/tokens", ADMIN).text()).contains(name).doesNotContain(secret(made), "hash");
    }

    /** It may last for hours. */
    @Test
    void revokingATokenEndsTheStreamThatItHasBegun() throws Exception {
        Answer made = make("\"groups\": [\"initech/*\"]");
        String group = "initech/" + name;
        Iterator<byte[]> lines = new Iterator<>() {

            private int sent;

            @Override
            public boolean hasNext() {
                return sent < 150;
            }

            @Override
            public byte[] next() {
                if (sent == 20) {
                    revoke();
                }
                LockSupport.parkNanos(Duration.ofMillis(sent < 20 ? 0 : 40).toNanos()); // a slow sender
                return ("{\"jobId\":\"" + sent++ + "\",\"payload\":{}}\n").getBytes(UTF_8);
            }
        };

        Answer ended = send(request("/api/bulk-actions?processorType=SIMULATE&groupId=" + group.replace("/", "%2F"))
                .header("Authorization", "Bearer " + made.json().path("token").asString())
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArrays(() -> lines)));

        assertThat(ended.status()).as(ended.text()).isEqualTo(401);
        assertThat(get("/api/bulk-actions/" + group.replace("/", "%2F"), ADMIN).json().path("totalJobs").asInt())
                .as("what came before stays").isBetween(20, 149);
    }

    private void revoke() {
        try {
            assertThat(send("DELETE", "/admin/tokens/" + name, ADMIN, "application/json", "").status()).isEqualTo(200);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRevokedTokenIsRefusedOnEveryInstance() throws Exception {
        Answer made = make("");
        String token = made.json().path("token").asString();
        RuntimeTokens otherInstance = new RuntimeTokens(Optional.of(context.getBean(Queues.class)));
        assertThat(get("/api/bulk-actions/none", "Bearer " + token).status()).isEqualTo(404);
        assertThat(otherInstance.find(token)).isPresent();

        assertThat(send("DELETE", "/admin/tokens/" + name, ADMIN, "application/json", "").status()).isEqualTo(200);

        assertThat(get("/api/bulk-actions/none", "Bearer " + token).status()).isEqualTo(401);
        await().until(() -> otherInstance.find(token).isEmpty());
        assertThat(
                send("DELETE", "/admin/tokens/" + name, ADMIN, "application/json", "").json().path("code").asString())
                .isEqualTo("UNKNOWN_TOKEN");
    }

    @Test
    void aTokenEndsWithItsExpiryAndCanBeMadeToExpireSooner() throws Exception {
        Answer made = make("\"expiresAt\": \"" + Instant.now().plus(Duration.ofHours(1)) + "\"");
        String bearer = "Bearer " + made.json().path("token").asString();
        assertThat(get("/api/bulk-actions/none", bearer).status()).isEqualTo(404);

        Answer sooner = send("PUT", "/admin/tokens/" + name + "/expiry", ADMIN, "application/json",
                "{\"expiresAt\": \"" + Instant.now() + "\"}");

        assertThat(sooner.status()).as(sooner.text()).isEqualTo(200);
        await().until(() -> get("/api/bulk-actions/none", bearer).status() == 401);
        assertThat(listed().path("state").asString()).isEqualTo("EXPIRED");
    }

    @Test
    void aTokenThatExpiresCannotMakeOneThatLivesLonger() throws Exception {
        Instant end = Instant.now().plus(Duration.ofHours(1));
        Answer maker = post("/admin/tokens", ADMIN, """
                {"name": "%s", "roles": ["ADMIN"], "expiresAt": "%s"}""".formatted(name, end));
        String bearer = "Bearer " + maker.json().path("token").asString();

        Answer forEver = post("/admin/tokens", bearer, "{\"name\": \"%s-2\", \"roles\": [\"VIEWER\"]}".formatted(name));
        Answer asLong = post("/admin/tokens", bearer, """
                {"name": "%s-3", "roles": ["VIEWER"], "expiresAt": "%s"}""".formatted(name, end));
        Answer own = send("PUT", "/admin/tokens/" + name + "/expiry", bearer, "application/json",
                "{\"expiresAt\": \"" + end.plusSeconds(1) + "\"}");

        assertThat(forEver.json().path("errors").get(0).path("field").asString()).isEqualTo("expiresAt");
        assertThat(asLong.status()).as(asLong.text()).isEqualTo(200);
        assertThat(own.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "name      | {\"name\": \"a b\", \"roles\": [\"VIEWER\"]}",
        "roles     | {\"name\": \"ok\", \"roles\": []}",
        "roles[0]  | {\"name\": \"ok\", \"roles\": [\"KING\"]}",
        "roles     | {\"name\": \"ok\", \"roles\": [\"ADMIN\"], \"groups\": [\"acme/*\"]}",
        "scope     | {\"name\": \"ok\", \"roles\": [\"SUBMITTER\"], \"groups\": [\"a*b\"]}",
        "scope     | {\"name\": \"ok\", \"roles\": [\"SUBMITTER\"], \"callbackHosts\": [\"http://x\"]}",
        "quota.jobs | {\"name\": \"ok\", \"roles\": [\"SUBMITTER\"], \"quota\": {\"jobs\": 0}}",
        "expiresAt | {\"name\": \"ok\", \"roles\": [\"VIEWER\"], \"expiresAt\": \"2020-01-01T00:00:00Z\"}"})
    void aTokenThatMakesNoSenseIsRefusedByField(String field, String body) throws Exception {
        Answer refused = post("/admin/tokens", ADMIN, body);

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("errors").get(0).path("field").asString()).isEqualTo(field);
    }

    @Test
    void aNameIsTakenOnceAlsoByTheSettings() throws Exception {
        make("");

        for (String taken : new String[] {name, "hooli", "sender"}) {
            Answer again = post("/admin/tokens", ADMIN, "{\"name\": \"%s\", \"roles\": [\"VIEWER\"]}".formatted(taken));
            assertThat(again.json().path("code").asString()).as(taken).isEqualTo("NAME_TAKEN");
        }
        assertThat(send("DELETE", "/admin/tokens/hooli", ADMIN, "application/json", "").json().path("code").asString())
                .isEqualTo("TOKEN_OF_SETTINGS");
    }

    @Test
    void aTokenThatOnlyLooksLikeOneIsRefused() throws Exception {
        Answer made = make("");
        String token = made.json().path("token").asString();
        String wrong = token.substring(0, token.length() - 1) + (token.endsWith("A") ? "B" : "A");

        assertThat(get("/api/bulk-actions/none", "Bearer " + wrong).status()).isEqualTo(401);
        assertThat(get("/api/bulk-actions/none", "Bearer ba_nobody." + secret(made)).status()).isEqualTo(401);
    }

    private Answer make(String fields) throws Exception {
        Answer made = post("/admin/tokens", ADMIN, "{\"name\": \"%s\", \"roles\": [\"SUBMITTER\"]%s}".formatted(
                name, fields.isEmpty() ? "" : ", " + fields));
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        return made;
    }

    private static String secret(Answer made) {
        String token = made.json().path("token").asString();
        return token.substring(token.lastIndexOf('.') + 1);
    }

    private JsonNode listed() throws Exception {
        for (JsonNode token : get("/admin/tokens", ADMIN).json().path("tokens")) {
            if (token.path("name").asString().equals(name)) {
                return token;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    private Answer submit(String who, String group) throws Exception {
        return post("/api/bulk-actions", who, """
                {"groupId": "%s", "processorType": "SIMULATE", "jobs": [{"payload": {"durationMs": 1}}]}"""
                .formatted(group));
    }
}
