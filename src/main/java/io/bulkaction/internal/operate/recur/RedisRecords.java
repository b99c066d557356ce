package io.bulkaction.internal.operate.recur;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.spi.PayloadCodecException;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScoredValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** In Redis, shared by all instances. */
final class RedisRecords implements RecurringRecords {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** How many are looked at in a turn. */
    private static final int MAX_DUE = 100;

    private final RedisQueue redis;

    RedisRecords(RedisQueue redis) {
        this.redis = redis;
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(redis.millis());
    }

    /** Costs one command where nothing recurs. */
    @Override
    public List<String> due() {
        List<ScoredValue<byte[]>> first =
                redis.read(commands -> commands.zrangeWithScores(redis.keys().recurringDue(), 0, MAX_DUE - 1));
        if (first.isEmpty()) {
            return List.of();
        }
        double now = redis.millis();
        return first.stream().filter(each -> each.getScore() <= now).map(each -> Utf8.text(each.getValue())).toList();
    }

    @Override
    public long count() {
        return redis.read(commands -> commands.hlen(redis.keys().recurring()));
    }

    @Override
    public List<String> names() {
        return redis.read(commands -> commands.hkeys(redis.keys().recurring())).stream().map(Utf8::text).sorted()
                .toList();
    }

    @Override
    public Optional<Stored> find(String name) {
        byte[] field = Utf8.bytes(name);
        byte @Nullable [] action = redis.read(commands -> commands.hget(redis.keys().recurring(), field));
        byte @Nullable [] state = redis.read(commands -> commands.hget(redis.keys().recurringStates(), field));
        return action == null || state == null ? Optional.empty() : Optional.of(read(action, Utf8.text(state)));
    }

    /** By name. */
    @Override
    public Map<String, Stored> all() {
        Map<String, String> states =
                Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().recurringStates())));
        Map<String, Stored> all = new TreeMap<>();
        if (!states.isEmpty()) {
            byte[][] names = states.keySet().stream().map(Utf8::bytes).toArray(byte[][]::new);
            for (KeyValue<byte[], byte[]> each : redis
                    .read(commands -> commands.hmget(redis.keys().recurring(), names))) {
                String name = Utf8.text(each.getKey());
                each.optional().flatMap(action -> readable(action, states.get(name)))
                        .ifPresent(stored -> all.put(name, stored));
            }
        }
        return all;
    }

    @Override
    public boolean create(RecurringAction action, RecurringState state) {
        return change(action.name(), "", JSON.writeValueAsString(action), state);
    }

    @Override
    public boolean replace(Stored known, RecurringAction action, RecurringState state) {
        String text = action.equals(known.action()) ? null : JSON.writeValueAsString(action);
        return change(action.name(), known.text(), text, state.nextRevision());
    }

    @Override
    public boolean remove(Stored known) {
        return change(known.action().name(), known.text(), null, null);
    }

    private boolean change(
            String name, String known, @Nullable String action, @Nullable RecurringState state) {
        // why as a whole: the jobs in it have payloads
        Args args = new Args(5).add(name).add(known).add(redis.payloads().encode(action))
                .add(state == null ? null : JSON.writeValueAsString(state))
                .add(state == null ? 0 : state.dueAt());
        return redis.call(Script.PLAN, args, redis.keys().recurring(), redis.keys().recurringStates(),
                redis.keys().recurringDue()).flag("changed");
    }

    /** One of a newer version, or with a key that is not here, must not hide the others. */
    private Optional<Stored> readable(byte[] action, String state) {
        try {
            return Optional.of(read(action, state));
        } catch (JacksonException | PayloadCodecException unreadable) {
            return Optional.empty();
        }
    }

    private Stored read(byte[] action, String state) {
        String text = redis.payloads().decode(Utf8.text(action));
        return new Stored(
                JSON.readValue(text, RecurringAction.class), JSON.readValue(state, RecurringState.class),
                state);
    }
}
