package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What is to be told to the outside about runs that ended, noted in the step that ended them. A note stays until
 * whoever took it has removed it, so nothing is left unsaid; who dies between telling and removing leaves it to be told
 * again.
 */
public final class Outbox {

    private final RedisQueue redis;

    Outbox(RedisQueue redis) {
        this.redis = redis;
    }

    /** Takes completion events to publish; each is due again after the lease unless it is removed. */
    public List<Note> takeEvents(int limit, Duration lease) {
        return take(redis.keys().events(), limit, lease);
    }

    public void removeEvent(Note note) {
        remove(redis.keys().events(), note);
    }

    public void putOffEvent(Note note, Duration delay) {
        putOff(redis.keys().events(), note, delay);
    }

    /** Takes completion callbacks to deliver, in the same way. */
    public List<Note> takeCallbacks(int limit, Duration lease) {
        return take(redis.keys().callbacks(), limit, lease);
    }

    public void removeCallback(Note note) {
        remove(redis.keys().callbacks(), note);
    }

    public void putOffCallback(Note note, Duration delay) {
        putOff(redis.keys().callbacks(), note, delay);
    }

    private List<Note> take(byte[] key, int limit, Duration lease) {
        Reply reply = redis.call(Script.TAKE, new Args(3).add(limit).add(lease).add(redis.now()), key);
        Instant now = Instant.ofEpochMilli(reply.number("now"));
        return reply.texts().stream().map(entry -> Note.of(entry, now)).toList();
    }

    private void putOff(byte[] key, Note note, Duration delay) {
        Args args = new Args(5).add(0).add(0).add(redis.now()).add(note.entry()).add(delay);
        redis.call(Script.TAKE, args, key);
    }

    private void remove(byte[] key, Note note) {
        redis.read(commands -> commands.zrem(key, note.entry().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * @param url where the callback goes, empty for an event
     * @param takenAt on the clock of Redis
     */
    public record Note(String entry, long run, long ending, GroupId group, String url, Instant takenAt) {

        static Note of(String entry, Instant takenAt) {
            String[] parts = entry.split(" ", 4);
            return new Note(
                    entry,
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    new GroupId(parts[2]),
                    parts.length < 4 ? "" : parts[3],
                    takenAt);
        }
    }
}
