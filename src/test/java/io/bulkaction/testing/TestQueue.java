package io.bulkaction.testing;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.EnqueueBatch;
import io.bulkaction.queue.Enqueued;
import io.bulkaction.queue.GroupLimits;
import io.bulkaction.queue.Queue;
import io.bulkaction.queue.redis.Keys;
import io.bulkaction.queue.redis.RedisAccess;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Scripts;
import io.bulkaction.settings.Defaults;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue of its own on the shared test Redis. Time stands still at {@link #START} until {@link #advance} moves it, so
 * windows, leases and scores are exact; {@link #live} leaves the clock to Redis.
 */
public final class TestQueue {

    public static final long START = 1_800_000_000_000L;

    private static final Scripts SCRIPTS =
            new Scripts(new RedisAccess(TestRedis.connectionFactory()), (script, took) -> {});

    private final AtomicLong now = new AtomicLong(START);
    private final RedisQueue redis;
    private final Queue queue;

    private TestQueue(Map<String, String> properties, boolean live) {
        QueueName name = TestRedis.uniqueQueue();
        RedisQueue plain = new RedisQueue(
                name,
                Defaults.queue(properties),
                new Keys("test", name),
                new RedisAccess(TestRedis.connectionFactory()),
                SCRIPTS);
        this.redis = live ? plain : plain.at(now::get);
        this.queue = Queue.on(redis);
    }

    /** @param properties names and values in turn, as under {@code bulk-action.queues.<name>.} */
    public static TestQueue with(String... properties) {
        return new TestQueue(map(properties), false);
    }

    public static TestQueue live(String... properties) {
        return new TestQueue(map(properties), true);
    }

    public Queue queue() {
        return queue;
    }

    public RedisQueue redis() {
        return redis;
    }

    public long now() {
        return now.get();
    }

    public void advance(long millis) {
        now.addAndGet(millis);
    }

    public Enqueued enqueue(String group, String... ids) {
        return enqueue(group, null, ids);
    }

    public Enqueued enqueue(String group, @Nullable PriorityLevel level, String... ids) {
        return enqueue(batch(group, level, true, List.of(ids)));
    }

    public Enqueued enqueue(EnqueueBatch batch) {
        return queue.fairQueue().enqueue(batch).join();
    }

    public static EnqueueBatch batch(String group, @Nullable PriorityLevel level, boolean seal, List<String> ids) {
        return new EnqueueBatch(
                new GroupId(group), "TEST", level, null, seal, GroupLimits.KEEP, null, null, entries(ids.stream()));
    }

    private static List<EnqueueBatch.Entry> entries(Stream<String> ids) {
        return ids.map(id -> new EnqueueBatch.Entry(new JobId(id), "{}")).toList();
    }

    /** Ids in Ready, oldest first. */
    public List<String> ready() {
        return texts(redis.read(commands -> commands.lrange(redis.keys().ready(), 0, -1)));
    }

    public Map<String, String> hash(byte[] key) {
        Map<String, String> texts = new HashMap<>();
        redis.read(commands -> commands.hgetall(key)).forEach((field, value) -> texts.put(text(field), text(value)));
        return texts;
    }

    public Map<String, String> meta(String group) {
        return hash(redis.keys().group(new GroupId(group), "meta"));
    }

    public Map<String, String> job(String id) {
        return hash(redis.keys().job(new JobId(id)));
    }

    /** Everything the queue has in Redis, for the message of a failed assertion. */
    public String dump() {
        return RedisDump.of(TestRedis.connectionFactory(), redis.keys().prefix());
    }

    private static List<String> texts(List<byte[]> all) {
        return all.stream().map(TestQueue::text).toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Map<String, String> map(String... properties) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < properties.length; i += 2) {
            map.put(properties[i], properties[i + 1]);
        }
        return map;
    }
}
