package io.bulkaction.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

    static Roster of(Instant at, Duration lostAfter, Map<String, String> infoById) {
        List<Instance> live = new ArrayList<>();
        List<Instance> lost = new ArrayList<>();
        infoById.forEach((id, info) -> {
            Instance instance = parse(id, info);
            (instance.heartbeat().isBefore(at.minus(lostAfter)) ? lost : live).add(instance);
        });
        live.sort(Comparator.comparing(Instance::id));
        lost.sort(Comparator.comparing(Instance::id));
        return new Roster(at, List.copyOf(live), List.copyOf(lost));
    }

    static String write(Instance.Info info) {
        return JSON.writeValueAsString(JSON.createObjectNode()
                .put("workers", info.workers())
                .put("version", info.version())
                .put("host", info.host())
                .put("startedAt", info.startedAt().toEpochMilli()));
    }

    private static Instance parse(String id, String info) {
        JsonNode json;
        try {
            json = JSON.readTree(info);
        } catch (JacksonException unreadable) {
            // why not fail: a stray entry must not hide the others
            json = JSON.createObjectNode();
        }
        return new Instance(
                id,
                Instant.ofEpochMilli(json.path("heartbeat").asLong(0)),
                json.path("workers").asInt(0),
                json.path("version").asString(""),
                json.path("host").asString(""),
                Instant.ofEpochMilli(json.path("startedAt").asLong(0)));
    }
}
