package io.bulkaction.internal.operate.sending;

import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** When the sending windows open next, in one partition, where the scripts look. */
final class Timetables {

    /** Groups and tenants that look again in one step. */
    private static final int STEP = 100;

    /** Steps in a turn; whoever comes next goes on. */
    private static final int MAX_STEPS = 1_000;

    private final RedisQueue redis;

    Timetables(RedisQueue redis) {
        this.redis = redis;
    }

    /** Writes what is missing, has changed or does not reach far enough ahead, and goes on with what others have left. */
    void settle(Map<String, SendingWindow> windows) {
        Map<String, String> known = Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().sendingWindows())));
        Instant now = Instant.ofEpochMilli(redis.millis());
        windows.forEach((name, window) -> {
            if (!Timetable.isGood(known.get(name), window, now)) {
                write(name, Timetable.of(window, now).text());
            }
        });
        known.keySet().stream().filter(name -> !windows.containsKey(name)).forEach(name -> write(name, ""));
        unfinished().stream().filter(windows::containsKey).forEach(this::goOn);
    }

    /** @param text '' if there is no such window any more */
    void write(String name, String text) {
        boolean isLeft = step(name, text);
        for (int steps = 1; isLeft && steps < MAX_STEPS; steps++) {
            isLeft = step(name, text);
        }
    }

    private void goOn(String name) {
        byte[] field = Utf8.bytes(name);
        byte[] text = redis.read(commands -> commands.hget(redis.keys().sendingWindows(), field));
        if (text != null) {
            write(name, Utf8.text(text));
        }
    }

    private Collection<String> unfinished() {
        return redis.read(commands -> commands.hkeys(redis.keys().sendingChanged())).stream().map(Utf8::text).toList();
    }

    private boolean step(String name, String text) {
        Args args = new Args(6).add(redis.keys().prefix()).add(name).add(text).add(STEP);
        Reply reply = redis.call(
                Script.SCHEDULE, FairOrder.add(args, redis.settings()).add(redis.now()), redis.keys().sendingWindows(),
                redis.keys().sendingChanged(), redis.keys().limited(), redis.keys().wakeFetcher(),
                redis.keys().wakeWorker(), redis.keys().wakeDispatcher());
        return reply.flag("left");
    }
}
