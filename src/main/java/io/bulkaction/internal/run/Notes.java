package io.bulkaction.internal.run;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.run.RunResults.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The completion events and callbacks that are still to be sent, written in the step that ends a run. A note stays
 * until the instance that took it has removed it, so nothing is lost; if the instance dies before that, the note is
 * sent again.
 */
public final class Notes {

    private final Queue queue;
    private final RunResults results;

    Notes(Queue queue, RunResults results) {
        this.queue = queue;
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
                        .map(Notes::event))
                .toList();
    }

    public static GroupCompletedEvent event(GroupResult result) {
        // why the time: a group that was forgotten counts its runs from 1 again
        long finished = result.finishedAt() == null ? 0 : result.finishedAt().toEpochMilli();
        String id = "%s/%s/%d/%d/%d"
                .formatted(result.queue(), result.groupId(), result.run(), result.ending(), finished);
        return new GroupCompletedEvent(id, result);
    }

    /** Takes events to publish, of a partition; each is due again after the lease unless it is removed. */
    public List<Note> takeEvents(Partition partition, int limit, Duration lease) {
        return take(partition, Keys::events, limit, lease, longestLease(lease));
    }

    public void removeEvents(List<Note> notes) {
        remove(Keys::events, notes);
    }

    public void putOffEvent(Note note, Duration delay) {
        putOff(Keys::events, note, delay);
    }

    /**
     * Takes callbacks to deliver, in the same way.
     *
     * @param longest for how long one is put off at most; whatever is due later was noted before the clock went back
     */
    public List<Note> takeCallbacks(Partition partition, int limit, Duration lease, Duration longest) {
        return take(partition, Keys::callbacks, limit, lease, longest);
    }

    public void removeCallback(Note note) {
        remove(Keys::callbacks, List.of(note));
    }

    public void putOffCallback(Note note, Duration delay) {
        putOff(Keys::callbacks, note, delay);
    }

    /**
     * Whatever is due later than this was noted before the clock went back. Longer than the lease itself, because another
     * instance may have other settings.
     */
    static Duration longestLease(Duration lease) {
        return lease.multipliedBy(10);
    }

    private static List<Note> take(
            Partition partition, Function<Keys, byte[]> key, int limit, Duration lease, Duration longest) {
        RedisQueue redis = partition.redis();
        Args args = new Args(4).add(limit).add(lease).add(longest).add(redis.now());
        Reply reply = redis.call(Script.TAKE, args, key.apply(redis.keys()));
        Instant now = Instant.ofEpochMilli(reply.number("now"));
        return reply.texts().stream().map(entry -> Note.of(entry, now)).toList();
    }

    private void putOff(Function<Keys, byte[]> key, Note note, Duration delay) {
        RedisQueue redis = queue.of(note.group()).redis();
        Args args = new Args(6).add(0).add(0).add(0).add(redis.now()).add(note.entry()).add(delay);
        redis.call(Script.TAKE, args, key.apply(redis.keys()));
    }

    private void remove(Function<Keys, byte[]> key, List<Note> notes) {
        queue.byPartition(notes, Note::group).forEach((partition, some) -> {
            byte[][] entries = some.stream().map(Note::entry).map(Utf8::bytes).toArray(byte[][]::new);
            byte[] from = key.apply(partition.redis().keys());
            partition.redis().read(commands -> commands.zrem(from, entries));
        });
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
