package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the processes that work on a queue sign in with each heartbeat. */
public final class Instances {

    /** Long enough for a person to see that somebody is missing. */
    static final Duration FORGET_AFTER = Duration.ofMinutes(15);

    /** Long enough for a deployment, and for a weekend. */
    private static final Duration ANNOUNCED_FOR = Duration.ofDays(7);

    private final RedisQueue redis;
    private final String life;
    private volatile long seenMillis;

    /** @param life whose claims the heartbeats of this process vouch for */
    Instances(RedisQueue redis, String life) {
        this.redis = redis;
        this.life = life;
    }

    /**
     * Signs in and tells who else is there, in one round trip. Call it when all leases have been extended: it vouches that
     * what was held when the last call was answered has been extended since.
     */
    public Roster beat(Instance.Info info) {
        Duration goodFor = redis.settings().reliability().heartbeatGoodFor();
        Roster roster = call(
                redis, info.id(), Roster.write(info, new Roster.Vouch(life, goodFor, seenMillis)), info.types());
        seenMillis = roster.at().toEpochMilli();
        return roster;
    }

    public Roster look() {
        return look(redis);
    }

    /** Who has signed in at a partition, whoever asks. */
    public static Roster look(RedisQueue redis) {
        return call(redis, "", "", List.of());
    }

    /**
     * How many workers an instance is to have of those that an administrator has set for all instances together: an equal
     * part, and the first ones by name one more. Empty if nobody has set any.
     */
    public OptionalInt wantedWorkers(String instanceId) {
        byte[] set = redis.read(commands -> commands.hget(redis.keys().state(), Utf8.bytes("workers")));
        if (set == null) {
            return OptionalInt.empty();
        }
        List<String> ids = look().live().stream().map(Instance::id).toList();
        int all = Integer.parseInt(Utf8.text(set));
        int position = Math.max(0, ids.indexOf(instanceId));
        int sharers = Math.max(1, ids.size());
        return OptionalInt.of(all / sharers + (position < all % sharers ? 1 : 0));
    }

    /** How many partitions the queue has, if that is not what this process was started with. */
    public OptionalInt otherPartitions() {
        byte[] known = redis.read(commands -> commands.hget(redis.keys().state(), Utf8.bytes("partitions")));
        int partitions = known == null ? 1 : Integer.parseInt(Utf8.text(known));
        return known == null || partitions == redis.settings().partitions() ? OptionalInt.empty()
                : OptionalInt.of(partitions);
    }

    /** Every processor type that an instance has said to know in the last days, whether it lives or not. */
    public Set<String> announcedTypes() {
        Map<byte[], byte[]> all = redis.read(commands -> commands.hgetall(redis.keys().announcedTypes()));
        long since = System.currentTimeMillis() - ANNOUNCED_FOR.toMillis();
        return all.entrySet().stream()
                .filter(type -> Long.parseLong(Utf8.text(type.getValue())) > since)
                .map(type -> Utf8.text(type.getKey()))
                .collect(Collectors.toSet());
    }

    /** Signs out: nobody is to be alarmed by the silence that follows. */
    public void leave(String instanceId) {
        redis.read(commands -> commands.hdel(redis.keys().instances(), Utf8.bytes(instanceId)));
    }

    private static Roster call(RedisQueue redis, String id, String info, Collection<String> types) {
        Duration lostAfter = redis.settings().reliability().lease();
        Duration forgetAfter = FORGET_AFTER.compareTo(lostAfter.multipliedBy(2)) > 0
                ? FORGET_AFTER
                : lostAfter.multipliedBy(2);
        Args args = new Args(4 + types.size()).add(id).add(info).add(forgetAfter).add(redis.now());
        types.forEach(args::add);
        Reply reply = redis.call(
                Script.BEAT,
                args,
                redis.keys().instances(),
                redis.keys().announcedTypes(),
                redis.keys().unknownTypes());
        Map<String, String> infoById = new LinkedHashMap<>();
        reply.rows().forEach(row -> infoById.put(row.text("id"), row.text("info")));
        return Roster.of(Instant.ofEpochMilli(reply.number("now")), lostAfter, infoById);
    }
}
