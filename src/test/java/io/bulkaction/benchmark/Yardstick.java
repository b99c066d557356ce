package io.bulkaction.benchmark;

import io.lettuce.core.KeyValue;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The bare minimum of a reliable queue, with plain Lettuce and nothing else: jobs are lists and hashes, claims and
 * acknowledgements are scripts over fifty jobs, overlapped. No groups, no fairness, no limits, no retries, no counters.
 */
final class Yardstick implements AutoCloseable {

    private static final int BATCH = 50;
    private static final int OVERLAP = 4;
    private static final int PIPELINE = 1_000;

    private static final String CLAIM = """
            local ids = redis.call('LPOP', KEYS[1], ARGV[1])
            if not ids then return {} end
            redis.call('RPUSH', KEYS[2], unpack(ids))
            local reply = {}
            for i, id in ipairs(ids) do
              reply[2 * i - 1], reply[2 * i] = id, redis.call('HGET', 'yardstick:job:' .. id, 'payload')
            end
            return reply""";

    private static final String ACKNOWLEDGE = """
            for i = 1, #ARGV do
              redis.call('LREM', KEYS[1], 1, ARGV[i])
              redis.call('DEL', 'yardstick:job:' .. ARGV[i])
            end
            return #ARGV""";

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    Yardstick(RedisClient client) {
        this.client = client;
        this.connection = client.connect();
    }

    /** Jobs a second. */
    double enqueue(int jobs, String payload) {
        connection.setAutoFlushCommands(false);
        RedisAsyncCommands<String, String> commands = connection.async();
        long start = System.nanoTime();
        List<RedisFuture<?>> answers = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            String id = "y-" + i;
            answers.add(commands.rpush("yardstick:ready", id));
            answers.add(commands.hset("yardstick:job:" + id, "payload", payload));
            if (answers.size() >= 2 * PIPELINE) {
                connection.flushCommands();
                awaitAll(answers);
            }
        }
        connection.flushCommands();
        awaitAll(answers);
        connection.setAutoFlushCommands(true);
        return rate(jobs, start);
    }

    /** Jobs a second. */
    double drain(int jobs) {
        RedisAsyncCommands<String, String> commands = connection.async();
        String claim = connection.sync().scriptLoad(CLAIM);
        String acknowledge = connection.sync().scriptLoad(ACKNOWLEDGE);
        Deque<RedisFuture<List<String>>> claims = new ArrayDeque<>();
        Deque<RedisFuture<Long>> acknowledgements = new ArrayDeque<>();
        long start = System.nanoTime();
        int done = 0;
        for (int i = 0; i < OVERLAP; i++) {
            claims.add(claim(commands, claim));
        }
        while (done < jobs) {
            List<String> reply = await(claims.remove());
            claims.add(claim(commands, claim));
            String[] ids = new String[reply.size() / 2];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = reply.get(2 * i);
            }
            done += ids.length;
            if (ids.length > 0) {
                acknowledgements.add(
                        commands.evalsha(acknowledge, ScriptOutputType.INTEGER, new String[] {"yardstick:in-flight"},
                                ids));
            }
            while (acknowledgements.size() > OVERLAP) {
                await(acknowledgements.remove());
            }
        }
        acknowledgements.forEach(Yardstick::await);
        double rate = rate(jobs, start);
        claims.forEach(Yardstick::await);
        return rate;
    }

    /** Nanoseconds from submit to start, at a steady pace. */
    long[] latencies(int jobs, Duration interval) throws InterruptedException {
        long[] submitted = new long[jobs];
        long[] latencies = new long[jobs];
        Thread consumer = Thread.ofPlatform().start(() -> {
            try (StatefulRedisConnection<String, String> own = client.connect()) {
                for (int i = 0; i < jobs; i++) {
                    KeyValue<String, String> id = own.sync().blpop(10, "yardstick:ready");
                    own.sync().hget("yardstick:job:" + id.getValue(), "payload");
                    int index = Integer.parseInt(id.getValue());
                    latencies[index] = System.nanoTime() - submitted[index];
                }
            }
        });
        RedisAsyncCommands<String, String> commands = connection.async();
        Pace pace = new Pace(interval);
        for (int i = 0; i < jobs; i++) {
            pace.next();
            submitted[i] = System.nanoTime();
            commands.hset("yardstick:job:" + i, "payload", "{}");
            await(commands.rpush("yardstick:ready", Integer.toString(i)));
        }
        consumer.join();
        return latencies;
    }

    @Override
    public void close() {
        connection.close();
    }

    private static RedisFuture<List<String>> claim(RedisAsyncCommands<String, String> commands, String claim) {
        return commands.evalsha(
                claim,
                ScriptOutputType.MULTI,
                new String[] {"yardstick:ready", "yardstick:in-flight"},
                Integer.toString(BATCH));
    }

    private static double rate(int jobs, long start) {
        return jobs * 1e9 / (System.nanoTime() - start);
    }

    private static <T> T await(RedisFuture<T> answer) {
        return LettuceFutures.awaitOrCancel(answer, 30, java.util.concurrent.TimeUnit.SECONDS);
    }

    private static void awaitAll(List<RedisFuture<?>> answers) {
        answers.forEach(Yardstick::await);
        answers.clear();
    }
}
