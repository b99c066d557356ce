package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * Where the tokens of a rate are counted that is not that of one partition: of a queue with several, or of several queues.
 * Has a hash tag of its own.
 *
 * <p>It grants tokens to instances and not to partitions: an instance knows for how many jobs it has workers, and uses a
 * token in whatever partition has the next job. So nothing has to be divided by a guess of who needs how many.
 */
public final class Ledger {

    private final RedisQueue redis;
    private final double perSecond;
    private final Duration window;
    private final String rate;

    /** @param redis its keys, under a hash tag of their own */
    public Ledger(RedisQueue redis, double perSecond, Duration window, Duration burst) {
        this.redis = redis;
        this.perSecond = perSecond;
        this.window = window;
        this.rate = RateLimiter.text(perSecond * window.toMillis() / 1000.0, window, burst);
    }

    /** @param back what is left of an earlier grant */
    Grant take(int wanted, Grant back) {
        long askedNanos = System.nanoTime();
        Args args = new Args(5).add(rate).add(wanted).add(back.tokens()).add(back.window()).add(redis.now());
        Reply reply = redis.call(Script.GRANT, args, redis.keys().ledger());
        return new Grant(
                reply.count("granted"),
                Duration.ofMillis(Math.max(0, reply.number("wait_ms"))),
                askedNanos + Duration.ofMillis(reply.number("start_ms")).toNanos(),
                reply.number("window"));
    }

    /** Forgets what was used. */
    public void clear() {
        redis.read(commands -> commands.unlink(redis.keys().ledger()));
    }

    /** Start and use of the last windows in turn. */
    String windows() {
        return redis.await(windowsLater());
    }

    private CompletableFuture<String> windowsLater() {
        return redis.readLater(commands -> commands.hget(redis.keys().ledger(), Utf8.bytes("windows")))
                .thenApply(windows -> windows == null ? "" : Utf8.text(windows));
    }

    /** What was used last. */
    public CompletableFuture<Used> usedLater() {
        return windowsLater().thenApply(windows -> Used.of(windows, perSecond, window));
    }

    /**
     * How much of a rate was used.
     *
     * @param perSecond that rate
     * @param tokens the most of one window, among the last two in which any were used
     * @param end of the later one
     */
    public record Used(double perSecond, Duration window, long tokens, Instant end) {

        /** From this part on it is what jobs wait for. */
        private static final double NEARLY_ALL = 0.9;

        private static Used of(String windows, double perSecond, Duration window) {
            String[] words = windows.isEmpty() ? new String[0] : windows.split(" ");
            long tokens = 0;
            long end = 0;
            for (int i = 0; i < Math.min(words.length - 1, 4); i += 2) {
                tokens = Math.max(tokens, Long.parseLong(words[i + 1]));
                end = Math.max(end, Long.parseLong(words[i]) + window.toMillis());
            }
            return new Used(perSecond, window, tokens, Instant.ofEpochMilli(end));
        }

        /** Whether hardly a token was left of this moment's window or the one before. */
        public boolean isNearlyAll(Instant now) {
            double ofOneWindow = perSecond * window.toMillis() / 1000;
            return tokens >= Math.max(1, Math.floor(NEARLY_ALL * ofOneWindow)) && end.plus(window).isAfter(now);
        }
    }

    /**
     * Tokens that an instance has.
     *
     * @param waitFor until there are tokens, if there are none
     * @param endNanos {@link System#nanoTime()} at which they are worth nothing any more
     * @param window for giving them back, as the script says
     */
    record Grant(int tokens, Duration waitFor, long endNanos, long window) {

        static final Grant NOTHING = new Grant(0, Duration.ZERO, System.nanoTime(), 0);

        boolean isOver() {
            return System.nanoTime() - endNanos >= 0;
        }

        Grant less(int used) {
            return new Grant(tokens - used, waitFor, endNanos, window);
        }
    }
}
