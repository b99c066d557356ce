package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.server.web.security.MappingWalk;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every call of the running service, and every other path, is closed unless it is on the open list. */
class EveryMappingIT extends ServiceOverHttp {

    private static final Set<String> OPEN =
            Set.of("/login", "/actuator/health", "/actuator/health/**", "/actuator/prometheus");

    /** What belongs to globex. */
    private static final Set<AccessTable.Caller> MAY_CHANGE =
            EnumSet.of(
                    AccessTable.Caller.ADMIN, AccessTable.Caller.OPERATOR, AccessTable.Caller.PAYLOAD_OPERATOR,
                    AccessTable.Caller.SUBMITTER);

    /** As a parameter. */
    private static final Set<String> NAMES_ITS_GROUP = Set.of(
            "/admin/queue/failed", "/admin/queue/failed/{jobId}", "/admin/queue/retry/{jobId}",
            "/admin/queue/failed/{jobId}/payload", "/admin/queue/replace/{jobId}", "/admin/queue/skip/{jobId}");

    @Test
    void withoutALoginOnlyTheOpenCallsAreAnswered() throws Exception {
        Set<String> open = new TreeSet<>();
        for (MappingWalk.Call call : calls()) {
            Answer answer = send(call.method().name(), call.path(), NOBODY, "application/json", "{}");
            if (answer.status() != 401) {
                open.add(call.pattern());
            }
        }
        assertThat(open).isEqualTo(new TreeSet<>(OPEN));
    }

    @Test
    void aBrowserIsSentToTheLoginPage() throws Exception {
        for (MappingWalk.Call call : calls()) {
            if (call.method().name().equals("GET") && !OPEN.contains(call.pattern())) {
                Answer answer = send(request(call.path()).header("Accept", "text/html"));
                assertThat(answer.status()).as(call.toString()).isEqualTo(302);
                assertThat(answer.http().headers().firstValue("Location").orElse("")).endsWith("/login");
            }
        }
    }

    /**
     * All about a group, a job, a tenant, a dead letter, a recurring action and an API token that exist and belong to somebody
     * else. What a caller adds to a call that does not take it changes nothing.
     */
    @ParameterizedTest
    @EnumSource
    void aCallerMayCallWhatTheTableSaysAndNothingElse(AccessTable.Caller caller) throws Exception {
        String own = "acme/" + UUID.randomUUID();
        submit(ACME, own);
        String group = foreignGroup();
        String who = credentials(caller);
        for (String beside : List.of("", "&groupId=" + own, "&tenant=acme")) {
            for (MappingWalk.Call call : inOrder()) {
                Answer answer = call(call, group, beside, who);
                assertThat(AccessTable.Access.of(answer.status(), answer.json().path("code").asString("")))
                        .as("%s %s %s: %s", caller, call, beside, answer.text())
                        .isEqualTo(AccessTable.of(call).get(caller));
            }
        }
        if (!MAY_CHANGE.contains(caller)) {
            JsonNode job = get("/api/bulk-actions/" + group.replace('/', '~') + "/jobs/job?queue=walked", ADMIN).json();
            JsonNode progress = get("/api/bulk-actions/" + group.replace('/', '~') + "?queue=walked", ADMIN).json();
            assertThat(job.path("status").asString()).isEqualTo("FAILED");
            assertThat(progress.path("sealed").asBoolean()).isFalse();
            assertThat(progress.path("status").asString()).isEqualTo("RUNNING");
        }
    }

    /** The walk above sends a document; the same address takes lines of one group, and of many. */
    @ParameterizedTest
    @EnumSource
    void linesAreAnsweredAsADocumentIs(AccessTable.Caller caller) throws Exception {
        String group = foreignGroup();
        String who = credentials(caller);
        MappingWalk.Call submit = calls().stream().filter(call -> call.pattern().equals("/api/bulk-actions")).findAny()
                .orElseThrow();
        String parameters = "/api/bulk-actions?queue=walked&processorType=SIMULATE";

        Answer ofOne = post(parameters + "&groupId=" + group, who, "application/x-ndjson", "{\"payload\":{}}\n");
        Answer ofMany = post(
                parameters, who, "application/x-ndjson", "{\"groupId\":\"" + group + "\",\"payload\":{}}\n");

        for (Answer answer : List.of(ofOne, ofMany)) {
            assertThat(AccessTable.Access.of(answer.status(), answer.json().path("code").asString("")))
                    .as("%s: %s", caller, answer.text()).isEqualTo(AccessTable.of(submit).get(caller));
        }
    }

    private String credentials(AccessTable.Caller caller) throws Exception {
        return caller == AccessTable.Caller.MADE_SUBMITTER
                ? "Bearer " + post("/admin/tokens", ADMIN, "{\"name\": \"" + UUID.randomUUID()
                        + "\", \"roles\": [\"SUBMITTER\"], \"groups\": [\"acme/*\"]}").json().path("token").asString()
                : caller.credentials();
    }

    @Test
    void anAdministratorGetsTheListOfLibraries() throws Exception {
        Answer list = get("/actuator/sbom/application", ADMIN);

        assertThat(list.status()).as(list.text()).isEqualTo(200);
        assertThat(list.json().path("components").findValuesAsString("name")).contains("lettuce-core");
        assertThat(get("/actuator/sbom/application", OPERATOR).status()).isEqualTo(403);
    }

    @Test
    void theTableNamesEveryCall() {
        assertThat(AccessTable.calls())
                .isEqualTo(calls().stream().map(AccessTable::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** With a dead letter; in a queue of its own, which administrators may well pause. */
    private String foreignGroup() throws Exception {
        String group = "globex/mail-" + UUID.randomUUID();
        submit(GLOBEX, group);
        await().until(() -> get("/admin/queue/failed/job?queue=walked&groupId=" + group, ADMIN).status() == 200);
        String suffix = "/" + name(group);
        send("PUT", "/admin/recurring" + suffix + "?queue=walked", ADMIN, "application/json", """
                {"cron": "0 0 0 1 1 *", "processorType": "SIMULATE", "jobs": [{"payload": {}}]}
                """);
        post("/admin/tokens", ADMIN, "{\"name\": \"" + name(group) + "\", \"roles\": [\"SUBMITTER\"]}");
        return group;
    }

    private Answer submit(String who, String group) throws Exception {
        return post("/api/bulk-actions", who, """
                {"groupId": "%s", "queue": "walked", "processorType": "SIMULATE", "sealed": false,
                 "jobs": [{"jobId": "job", "payload": {"outcome": "PERMANENT"}}]}
                """.formatted(group));
    }

    private Answer call(MappingWalk.Call call, String group, String beside, String who) throws Exception {
        if (call.pattern().equals("/api/bulk-actions")) { // takes no parameters
            return submit(who, group);
        }
        String path = call.pattern()
                .replace("{groupId}", group.replace('/', '~'))
                .replace("{jobId}", "job")
                .replace("{tenant}", "globex")
                .replace("{name}", name(group))
                .replaceAll("\\{\\*?[^}]+}|\\*\\*", "x");
        String about = "?queue=walked" + (NAMES_ITS_GROUP.contains(call.pattern()) ? "&groupId=" + group : beside);
        return send(call.method().name(), path + about, who, "application/json", "{}");
    }

    private static String name(String group) {
        return group.substring(group.indexOf('/') + 1);
    }

    /** What ends something comes last. */
    private List<MappingWalk.Call> inOrder() {
        List<String> methods = List.of("GET", "PUT", "POST", "DELETE");
        return calls().stream().sorted(Comparator.comparing(call -> methods.indexOf(call.method().name()))).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/assets/main.js", "/nothing", "/error", "/logout", "/actuator",
        "/actuator/env", "/actuator/heapdump", "/pages/login.html", "/messages.properties", "/application.yaml"})
    void pathsWithoutAControllerAreClosedToo(String path) throws Exception {
        assertThat(get(path, NOBODY).status()).isEqualTo(401);
        assertThat(get(path, SENDER).status()).isEqualTo(403);
    }

    @Test
    void theWalkSeesControllersAndActuator() {
        TreeMap<String, Long> perPrefix = calls().stream()
                .collect(Collectors.groupingBy(call -> call.path().split("/")[1], TreeMap::new, Collectors.counting()));
        assertThat(perPrefix).containsKeys("admin", "api", "actuator", "login");
        assertThat(perPrefix.get("admin")).isGreaterThan(20);
    }

    private List<MappingWalk.Call> calls() {
        return MappingWalk.of(context);
    }
}
