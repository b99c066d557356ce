package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.server.web.security.MappingWalk;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call of the running service, and every other path, is closed unless it is on the open list. */
class EveryMappingIT extends ServiceOverHttp {

    private static final Set<String> OPEN =
            Set.of("/login", "/actuator/health", "/actuator/health/**", "/actuator/prometheus");

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

    @Test
    void aSubmitterMayCallTheApiAndNothingElse() throws Exception {
        for (MappingWalk.Call call : calls()) {
            if (!OPEN.contains(call.pattern())) {
                int status = send(call.method().name(), call.path(), SENDER, "application/json", "{}").status();
                if (call.path().startsWith("/api/") || call.path().startsWith("/v3/")) {
                    assertThat(status).as(call.toString()).isNotIn(401, 403);
                } else {
                    assertThat(status).as(call.toString()).isEqualTo(403);
                }
            }
        }
    }

    /** Whoever is not named may not. Nothing is changed: there is no such queue. */
    @ParameterizedTest
    @CsvSource({"OPERATOR, GET /api, * /admin", "VIEWER, GET /api, GET /admin"})
    void aRoleMayCallWhatItsLineSaysAndNothingElse(String role, String first, String second) throws Exception {
        String who = role.equals("OPERATOR") ? OPERATOR : VIEWER;
        for (MappingWalk.Call call : calls()) {
            if (!OPEN.contains(call.pattern())) {
                int status =
                        send(call.method().name(), call.path() + "?queue=none", who, "application/json", "{}").status();
                boolean isAllowed = !isAboutLogins(call)
                        && (Stream.of(first, second, "GET /v3").anyMatch(line -> isCovered(call, line))
                                || role.equals("OPERATOR") && isAboutAGroup(call));
                assertThat(status == 403).as("%s %s: %s", role, call, status).isEqualTo(!isAllowed);
            }
        }
    }

    /** Who runs queues may run groups too, but submit nothing: that call names no group. */
    private static boolean isAboutAGroup(MappingWalk.Call call) {
        return call.pattern().startsWith("/api/bulk-actions/{") || call.pattern().startsWith("/api/tenants/{");
    }

    /** For administrators alone. */
    private static boolean isAboutLogins(MappingWalk.Call call) {
        return call.path().startsWith("/admin/tokens") || call.path().startsWith("/admin/sessions");
    }

    private static boolean isCovered(MappingWalk.Call call, String line) {
        String[] methodAndPath = line.split(" ");
        boolean isForAdministrators = call.path().startsWith("/admin/recurring/")
                && (call.method().name().equals("PUT") || call.method().name().equals("DELETE"));
        return !isForAdministrators && (methodAndPath[0].equals("*") || methodAndPath[0].equals(call.method().name()))
                && call.path().startsWith(methodAndPath[1] + "/");
    }

    @Test
    void aCallerWithAScopeReachesNoCallThatIsAboutTheGroupOfAnother() throws Exception {
        for (MappingWalk.Call call : calls()) {
            if (!OPEN.contains(call.pattern()) && call.pattern().contains("{")) {
                Answer answer = send(call.method().name(), call.path(), HOOLI, "application/json", "{}");
                assertThat(answer.status()).as(call.toString()).isEqualTo(call.path().startsWith("/api/") ? 404 : 403);
            }
        }
    }

    @Test
    void anAdministratorIsRefusedNothing() throws Exception {
        for (MappingWalk.Call call : calls()) {
            if (call.method().name().equals("GET")) {
                assertThat(get(call.path(), ADMIN).status()).as(call.toString()).isNotIn(401, 403);
            }
        }
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
