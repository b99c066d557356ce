package io.bulkaction.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares a manifest with the schemas that Kubernetes publishes, as they are in the jars of its Java model: whether every
 * field is known where it stands and has the right type. The API server ignores or refuses what is not.
 */
final class KubernetesSchema {

    private static final String REFERENCE = "#/definitions/";
    private static final Map<String, JsonNode> DEFINITIONS = definitions();

    private KubernetesSchema() {}

    /** @param definition name of the schema of the manifest's kind */
    static List<String> problems(Object manifest, String definition) {
        List<String> problems = new ArrayList<>();
        check(manifest, DEFINITIONS.get(definition), "", problems);
        return problems;
    }

    private static void check(Object value, JsonNode schema, String where, List<String> problems) {
        JsonNode resolved = schema.has("$ref")
                ? DEFINITIONS.get(schema.path("$ref").asString().substring(REFERENCE.length()))
                : schema;
        if (!hasType(value, resolved)) {
            problems.add(where + " must be " + resolved.path("type").asString());
        } else if (value instanceof Map<?, ?> fields && resolved.has("properties")) {
            fields.forEach((name, inner) -> {
                JsonNode known = resolved.path("properties").path(name.toString());
                if (known.isMissingNode()) {
                    problems.add(where + "." + name + " is unknown");
                } else {
                    check(inner, known, where + "." + name, problems);
                }
            });
        } else if (value instanceof Map<?, ?> entries && resolved.path("additionalProperties").isObject()) {
            entries.forEach((name, inner) -> check(
                    inner, resolved.path("additionalProperties"), where + "." + name, problems));
        } else if (value instanceof List<?> items) {
            items.forEach(item -> check(item, resolved.path("items"), where + "[]", problems));
        }
    }

    private static boolean hasType(Object value, JsonNode schema) {
        if (schema.path("properties").has("StrVal") || schema.path("properties").has("Format")) {
            return value instanceof Integer || value instanceof String; // a port or a percentage; a quantity
        }
        return switch (schema.path("type").asString()) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "integer" -> value instanceof Integer;
            case "boolean" -> value instanceof Boolean;
            default -> value instanceof String;
        };
    }

    private static Map<String, JsonNode> definitions() {
        Map<String, JsonNode> all = new HashMap<>();
        try {
            for (URL jar : Collections.list(
                    KubernetesSchema.class.getClassLoader().getResources("schema/kube-schema.json"))) {
                try (InputStream json = jar.openStream()) {
                    JsonMapper.builder().build().readTree(json).path("definitions").properties()
                            .forEach(entry -> all.put(entry.getKey(), entry.getValue()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }
}
