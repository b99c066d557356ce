package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.server.web.security.MappingWalk;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The OpenAPI description is one of all calls that there are, and of no others. */
class ApiDescriptionIT extends ServiceOverHttp {

    @Test
    void everyCallIsDescribedAndNothingElse() throws Exception {
        JsonNode description = get("/v3/api-docs", SENDER).json();
        Set<String> described = new TreeSet<>();
        description.path("paths").propertyStream().forEach(path -> path.getValue().propertyNames()
                .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        Set<String> mapped = MappingWalk.of(context).stream()
                .filter(call -> call.pattern().startsWith("/api/") || call.pattern().startsWith("/admin/"))
                .map(call -> call.method() + " " + call.pattern())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(described).isEqualTo(mapped);
        assertThat(mapped).hasSizeGreaterThan(50);
    }

    @Test
    void idsAreTextsTheActorIsNoParameterAndEveryCallCanBeRefused() throws Exception {
        JsonNode description = get("/v3/api-docs", VIEWER).json();
        JsonNode pause = description.path("paths").path("/api/bulk-actions/{groupId}/pause").path("post");
        assertThat(pause.path("parameters").valueStream().map(each -> each.path("name").asString() + " "
                + each.path("schema").path("type").asString()))
                .containsExactlyInAnyOrder("groupId string", "queue string");
        description.path("paths").propertyStream().flatMap(path -> path.getValue().valueStream())
                .forEach(call -> assertThat(call.path("responses").has("default")).isTrue());
        JsonNode submit = description.path("paths").path("/api/bulk-actions").path("post").path("requestBody")
                .path("content").path("application/json").path("schema");
        assertThat(submit.toString()).contains("processorType", "labels");
        assertThat(description.toString()).doesNotContain("\"actor\"", "io.bulkaction");
    }

    @Test
    void onlyWhoMayReadMayReadIt() throws Exception {
        assertThat(get("/v3/api-docs", NOBODY).status()).isEqualTo(401);
        for (String who : new String[] {SENDER, VIEWER, OPERATOR, ADMIN, HOOLI}) {
            assertThat(get("/v3/api-docs", who).status()).isEqualTo(200);
        }
    }
}
