package io.bulkaction.internal.run;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.run.RunResults.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The completion events and callbacks that are still to be sent, written in the step that ends a run. A note stays
 * until the instance that took it has removed it, so nothing is lost; if the instance dies before that, the note is
 * sent again.
 */
public final class Outbox {

    private final RedisQueue redis;
    private final RunResults results;

    Outbox(RedisQueue redis, RunResults results) {
        this.redis = redis;
        this.results = results;
    }

    /**
     * What notes are about, in their order; empty if the result is gone, or if the run has ended again, which has a note
     * of its own.
     */
    public List<Optional<GroupCompletedEvent>> events(List<Note> notes) {
        List<Optional<GroupResult>> found =
                results.results(notes.stream().map(note -> new Run(note.group(), Long.toString(note.run()))).toList());
        return IntStream.range(0, notes.size())
                .mapToObj(i -> found.get(i)
                        .filter(result -> result.ending() == notes.get(i).ending())
                        .map(Outbox::event))
                .toList();
    }

    private static GroupCompletedEvent event(GroupResult result) {
        // why the time: a group that was forgotten counts its runs from 1 again
        long finished = result.finishedAt() == null ? 0 : result.finishedAt().toEpochMilli();
        String id = "%s/%s/%d/%d/%d"
                .formatted(result.queue(), result.groupId(), result.run(), result.ending(), finished);
        return new GroupCompletedEvent(id, result);
    }

    /** Takes events to publish; each is due again after the lease unless it is removed. */
    public List<Note> takeEvents(int limit, Duration lease) {
        return take(redis.keys().events(), limit, lease, longestLease(lease));
    }

    public void removeEvents(List<Note> notes) {
        remove(redis.keys().events(), notes);
    }

    public void putOffEvent(Note note, Duration delay) {
        putOff(redis.keys().events(), note, delay);
    }

    /**
     * Takes callbacks to deliver, in the same way.
     *
     * @param longest for how long one is put off at most; whatever is due later was noted before the clock went back
     */
    public List<Note> takeCallbacks(int limit, Duration lease, Duration longest) {
        return take(redis.keys().callbacks(), limit, lease, longest);
    }

    public void removeCallback(Note note) {
        remove(redis.keys().callbacks(), List.of(note));
    }

    public void putOffCallback(Note note, Duration delay) {
        putOff(redis.keys().callbacks(), note, delay);
    }

    /**
     * Whatever is due later than this was noted before the clock went back. Longer than the lease itself, because another
     * instance may have other settings.
     */
    static Duration longestLease(Duration lease) {
        return lease.multipliedBy(10);
    }

    private List<Note> take(byte[] key, int limit, Duration lease, Duration longest) {
        Args args = new Args(4).add(limit).add(lease).add(longest).add(redis.now());
        Reply reply = redis.call(Script.TAKE, args, key);
        Instant now = Instant.ofEpochMilli(reply.number("now"));
        return reply.texts().stream().map(entry -> Note.of(entry, now)).toList();
    }

    private void putOff(byte[] key, Note note, Duration delay) {
        Args args = new Args(6).add(0).add(0).add(0).add(redis.now()).add(note.entry()).add(delay);
        redis.call(Script.TAKE, args, key);
    }

    private void remove(byte[] key, List<Note> notes) {
        byte[][] entries = notes.stream().map(Note::entry).map(Utf8::bytes).toArray(byte[][]::new);
        if (entries.length > 0) {
            redis.read(commands -> commands.zrem(key, entries));
        }
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
