package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Where the processes that work on a queue sign in with each heartbeat. */
public final class Instances {

    /** Long enough for a person to see that somebody is missing. */
    static final Duration FORGET_AFTER = Duration.ofMinutes(15);

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
        Roster roster = call(info.id(), Roster.write(info, new Roster.Vouch(life, goodFor, seenMillis)));
        seenMillis = roster.at().toEpochMilli();
        return roster;
    }

    public Roster look() {
        return call("", "");
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

    /** Signs out: nobody is to be alarmed by the silence that follows. */
    public void leave(String instanceId) {
        redis.read(commands -> commands.hdel(redis.keys().instances(), Utf8.bytes(instanceId)));
    }

    private Roster call(String id, String info) {
        Duration lostAfter = redis.settings().reliability().lease();
        Duration forgetAfter = FORGET_AFTER.compareTo(lostAfter.multipliedBy(2)) > 0
                ? FORGET_AFTER
                : lostAfter.multipliedBy(2);
        Reply reply = redis.call(
                Script.BEAT,
                new Args(4).add(id).add(info).add(forgetAfter).add(redis.now()),
                redis.keys().instances());
        Map<String, String> infoById = new LinkedHashMap<>();
        reply.rows().forEach(row -> infoById.put(row.text("id"), row.text("info")));
        return Roster.of(Instant.ofEpochMilli(reply.number("now")), lostAfter, infoById);
    }
}
