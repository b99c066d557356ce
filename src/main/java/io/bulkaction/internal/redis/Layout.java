package io.bulkaction.internal.redis;

import io.bulkaction.RedisFullException;

/**
 * Which layout of keys a queue has. The queue says so in its state, and another one is refused at start: its jobs would be
 * misread, or not seen at all.
 */
public final class Layout {

    /** To be raised with every change of the keys or what they hold that the version before would misread. */
    private static final String SCHEMA = "1";

    private static final byte[] FIELD = Utf8.bytes("schema");
    private static final String REMEDY = "Start the version that wrote it; docs/upgrading.md says how to move on.";

    private Layout() {}

    /** Throws a {@link RedisStartException} for another layout; a new queue gets this one. */
    public static void verify(RedisQueue queue) {
        byte[] found = queue.read(commands -> commands.hget(queue.keys().state(), FIELD));
        if (found == null) {
            refuseOld(queue);
            write(queue);
        } else if (!Utf8.text(found).equals(SCHEMA)) {
            throw new RedisStartException(
                    "Queue " + queue.name()
                            + " has the layout of another version of bulk-action in Redis: its schema is "
                            + Utf8.text(found) + ", this version reads " + SCHEMA + ".",
                    REMEDY, null);
        }
    }

    /** Before there was a schema, keys had no partition in them. */
    private static void refuseOld(RedisQueue queue) {
        String old = queue.keys().oldPrefix();
        boolean hasStats = queue.read(commands -> commands.exists(Utf8.bytes(old + "stats"))) > 0;
        // why: the queue 'a' of today has the keys that a queue 'a:0' had then
        boolean isOfToday = queue.read(commands -> commands.hexists(Utf8.bytes(old + "state"), FIELD));
        if (hasStats && !isOfToday) {
            throw new RedisStartException(
                    "Queue " + queue.name() + " has keys of an earlier snapshot of bulk-action in Redis (" + old
                            + "*), whose jobs this version would not see.",
                    REMEDY, null);
        }
    }

    private static void write(RedisQueue queue) {
        try {
            queue.read(commands -> commands.hsetnx(queue.keys().state(), FIELD, Utf8.bytes(SCHEMA)));
        } catch (RedisFullException full) {
            // why: a Redis without memory must still be drained; the next start writes it
        }
    }
}
