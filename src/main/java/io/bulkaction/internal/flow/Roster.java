package io.bulkaction.internal.flow;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who works on a queue.
 *
 * @param lost instances that fell silent without a word, until they are forgotten
 */
public record Roster(Instant at, List<Instance> live, List<Instance> lost) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Workers of all live instances. */
    public int workers() {
        return live.stream().mapToInt(Instance::workers).sum();
    }

    /** How long a job may take on any live instance. */
    public Duration longestJob() {
        return live.stream().map(Instance::longestJob).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** The processor types that live instances know. */
    public Set<String> types() {
        return live.stream().flatMap(instance -> instance.types().stream()).collect(Collectors.toSet());
    }

    public static Roster of(Instant at, Duration lostAfter, Map<String, String> infoById) {
        List<Instance> live = new ArrayList<>();
        List<Instance> lost = new ArrayList<>();
        infoById.forEach((id, info) -> {
            JsonNode json = read(info);
            Instance instance = parse(id, json);
            // why its own word too: its heartbeats may be set further apart than here
            Duration silence = Duration.between(instance.heartbeat(), at);
            boolean isLost = silence.compareTo(lostAfter) > 0 && silence.toMillis() > json.path("goodFor").asLong(0);
            (isLost ? lost : live).add(instance);
        });
        live.sort(Comparator.comparing(Instance::id));
        lost.sort(Comparator.comparing(Instance::id));
        return new Roster(at, List.copyOf(live), List.copyOf(lost));
    }

    /**
     * What a heartbeat says about the claims of its instance.
     *
     * @param life whose claims they are
     * @param goodFor how long it tells that the instance lives
     * @param extendedSince all that was held at that time has been extended since; on the clock of Redis
     */
    record Vouch(String life, Duration goodFor, long extendedSince) {}

    /** The vouch first: the script that recovers jobs reads it there (lua/lib/watch.lua). */
    static String write(Instance.Info info, Vouch vouch) {
        return JSON.writeValueAsString(JSON.createObjectNode()
                .put("life", vouch.life())
                .put("goodFor", vouch.goodFor().toMillis())
                .put("extendedSince", vouch.extendedSince())
                .put("workers", info.workers())
                .put("version", info.version())
                .put("host", info.host())
                .put("startedAt", info.startedAt().toEpochMilli())
                .put("types", String.join(" ", new TreeSet<>(info.types())))
                .put("longestJob", info.longestJob().toMillis()));
    }

    private static JsonNode read(String info) {
        try {
            return JSON.readTree(info);
        } catch (JacksonException unreadable) {
            // why not fail: a stray entry must not hide the others
            return JSON.createObjectNode();
        }
    }

    private static Set<String> types(JsonNode json) {
        String types = json.path("types").asString("");
        return types.isEmpty() ? Set.of() : Set.copyOf(List.of(types.split(" ")));
    }

    private static Instance parse(String id, JsonNode json) {
        return new Instance(
                id,
                Instant.ofEpochMilli(json.path("heartbeat").asLong(0)),
                json.path("workers").asInt(0),
                json.path("version").asString(""),
                json.path("host").asString(""),
                Instant.ofEpochMilli(json.path("startedAt").asLong(0)),
                types(json),
                Duration.ofMillis(json.path("longestJob").asLong(0)));
    }
}
