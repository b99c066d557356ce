package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Makes a pause of one partition a pause of the whole queue. Scripts look only at the state of their own partition. A
 * person pauses and resumes the home partition; a failure pauses the partition of its job. Every pause that was copied is
 * marked as one of the whole queue: such a pause holds as long as that of the home partition, and one without the mark has
 * to be copied first. So whoever settles, however often and wherever somebody stopped halfway, comes to the same.
 */
public final class Pauses {

    private static final byte[] PAUSED = Utf8.bytes("paused");
    private static final byte[] SHARED = Utf8.bytes("shared");
    private static final byte[][] FIELDS = {
        PAUSED, SHARED, Utf8.bytes("pausedAt"), Utf8.bytes("pauseReason"), Utf8.bytes("pausedBy"),
        Utf8.bytes("failedJob")};

    private final Queue queue;

    Pauses(Queue queue) {
        this.queue = queue;
    }

    public void settle() {
        if (!queue.isPartitioned()) {
            return;
        }
        List<Map<String, String>> states = read();
        Map<String, String> home = states.getFirst();
        Map<String, String> pause = home.containsKey("paused") ? home : firstUnshared(states);
        for (int i = 0; i < states.size(); i++) {
            RedisQueue redis = queue.partitions().get(i).redis();
            if (!pause.isEmpty() && !states.get(i).containsKey("shared")) {
                copy(pause, redis);
            } else if (pause.isEmpty() && states.get(i).containsKey("shared")) {
                redis.read(commands -> commands.hdel(redis.keys().state(), FIELDS));
                queue.signals().work(i);
            }
        }
    }

    private static Map<String, String> firstUnshared(List<Map<String, String>> states) {
        return states.stream()
                .filter(state -> state.containsKey("paused") && !state.containsKey("shared"))
                .findFirst()
                .orElse(Map.of());
    }

    private static void copy(Map<String, String> pause, RedisQueue redis) {
        Map<byte[], byte[]> fields = new HashMap<>();
        pause.forEach((field, value) -> fields.put(Utf8.bytes(field), Utf8.bytes(value)));
        fields.put(SHARED, Utf8.bytes("1"));
        redis.read(commands -> commands.hset(redis.keys().state(), fields));
    }

    /** What is set of the fields of a pause, for each partition. */
    private List<Map<String, String>> read() {
        List<CompletableFuture<List<KeyValue<byte[], byte[]>>>> asked = queue.redis().stream()
                .map(redis -> redis.readLater(commands -> commands.hmget(redis.keys().state(), FIELDS)))
                .toList();
        List<Map<String, String>> states = new ArrayList<>();
        for (CompletableFuture<List<KeyValue<byte[], byte[]>>> answer : asked) {
            Map<String, String> state = new HashMap<>();
            queue.home().redis().await(answer).stream()
                    .filter(KeyValue::hasValue)
                    .forEach(field -> state.put(Utf8.text(field.getKey()), Utf8.text(field.getValue())));
            states.add(state);
        }
        return states;
    }
}
