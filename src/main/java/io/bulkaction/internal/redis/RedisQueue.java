package io.bulkaction.internal.redis;

import io.bulkaction.QueueName;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.QueueSettings;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** One partition of a queue as Redis sees it: name and settings of the queue, keys and the scripts that move its jobs. */
public final class RedisQueue {

    private static final byte[] TIME = Utf8.bytes("return redis.call('TIME')");

    /** The override that lets tests move time; nothing else sets it. */
    private static final Supplier<String> REDIS_TIME = () -> "";

    private final QueueName name;
    private final QueueSettings settings;
    private final Keys keys;
    private final RedisAccess redis;
    private final Scripts scripts;
    private final Supplier<String> now;
    private final PayloadCodecs payloads;

    public RedisQueue(QueueName name, QueueSettings settings, Keys keys, RedisAccess redis, Scripts scripts) {
        this(name, settings, keys, redis, scripts, REDIS_TIME, PayloadCodecs.NONE);
    }

    RedisQueue(
            QueueName name,
            QueueSettings settings,
            Keys keys,
            RedisAccess redis,
            Scripts scripts,
            Supplier<String> now,
            PayloadCodecs payloads) {
        this.name = name;
        this.settings = settings;
        this.keys = keys;
        this.redis = redis;
        this.scripts = scripts;
        this.now = now;
        this.payloads = payloads;
    }

    /** The same queue under another clock, for tests and simulations. */
    public RedisQueue at(Supplier<Long> epochMillis) {
        return new RedisQueue(name, settings, keys, redis, scripts, () -> Long.toString(epochMillis.get()),
                payloads);
    }

    /** The same queue with other keys. */
    public RedisQueue with(Keys other) {
        return new RedisQueue(name, settings, other, redis, scripts, now, payloads);
    }

    /** The same queue for the check at start, before that has passed. */
    public RedisQueue unchecked() {
        return new RedisQueue(name, settings, keys, redis, scripts.unchecked(), now, payloads);
    }

    /** The same queue, with payloads and results that are stored in another way. */
    public RedisQueue encoding(PayloadCodecs codecs) {
        return new RedisQueue(name, settings, keys, redis, scripts, now, codecs);
    }

    /** How payloads and results are stored; whoever writes or reads one in Redis uses it. */
    public PayloadCodecs payloads() {
        return payloads;
    }

    public QueueName name() {
        return name;
    }

    public QueueSettings settings() {
        return settings;
    }

    public Keys keys() {
        return keys;
    }

    /** The time argument of a script: empty, so that Redis looks at its own clock. */
    public String now() {
        return now.get();
    }

    /** Time as the scripts see it, for reads that need one. */
    public long millis() {
        String override = now.get();
        if (!override.isEmpty()) {
            return Long.parseLong(override);
        }
        // why a script in a cluster: a command without a key may go to any node, also to one that is away
        List<byte[]> time = redis.isCluster()
                ? read(commands -> commands.<List<byte[]>>eval(TIME, ScriptOutputType.MULTI,
                        new byte[][] {keys.state()}))
                : read(commands -> commands.time());
        return number(time.get(0)) * 1000 + number(time.get(1)) / 1000;
    }

    private static long number(byte[] text) {
        return Long.parseLong(new String(text, StandardCharsets.US_ASCII));
    }

    public Reply call(Script script, Args args, byte[]... keyList) {
        return scripts.call(script, Arrays.asList(keyList), args);
    }

    /** A call that cannot even be sent fails as its answer does. */
    public CompletableFuture<Reply> callLater(Script script, Args args, byte[]... keyList) {
        return sent(() -> scripts.callLater(script, Arrays.asList(keyList), args), redis.timeout());
    }

    /**
     * The same, but answers only when as many replicas as the settings say have what it wrote. The script must write something in
     * any case: servers newer than 7.0 confirm the last write of the connection, and what a call finds done another one may have
     * written.
     */
    public CompletableFuture<Reply> callReplicated(Script script, Args args, byte[]... keyList) {
        Replicas wanted = new Replicas(settings.reliability().replicas(), settings.reliability().replicaTimeout());
        if (wanted.count() == 0) {
            return callLater(script, args, keyList);
        }
        return sent(
                () -> scripts.callReplicated(script, Arrays.asList(keyList), args, wanted),
                redis.timeout().plus(wanted.timeout()));
    }

    private CompletableFuture<Reply> sent(Supplier<CompletableFuture<Reply>> call, Duration atMost) {
        return CompletableFuture.completedFuture(call)
                .thenCompose(Supplier::get)
                .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(redis.failure(failure)));
    }

    /** @throws IllegalStateException on a thread of the Redis client, which must not wait */
    public void requireMayBlock() {
        RedisAccess.requireMayBlock();
    }

    /** A plain command, for reading. */
    public <T> T read(Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        return redis.await(command.apply(redis.commands()).toCompletableFuture());
    }

    public <T> CompletableFuture<T> readLater(
            Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        return command.apply(redis.commands()).toCompletableFuture()
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(redis.failure(failure)));
    }

    public <T> T await(CompletableFuture<T> answer) {
        return redis.await(answer);
    }

    /** Leaves a wake signal. The scripts do that themselves; this is for what only the caller knows. */
    public void wake(byte[] key) {
        wakeList(key).signal();
    }

    public WakeList wakeList(byte[] key) {
        return new WakeList(redis, key);
    }
}
