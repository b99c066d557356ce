package io.bulkaction.internal.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Runs the scripts: by digest, and by source when Redis does not have it (a restart, a flush, a new cluster node).
 *
 * <p>A call that fails with a lost connection may or may not have run. That is safe: every script can be replayed.
 */
public final class Scripts {

    private final RedisAccess redis;
    private final BiConsumer<Script, Duration> observer;
    private final Map<Script, ScriptSource> sources;
    private final boolean mayRunUnchecked;

    /** @param observer told how long each call took, from sending to reply */
    public Scripts(RedisAccess redis, BiConsumer<Script, Duration> observer) {
        this(redis, observer, new EnumMap<>(Script.class), false);
        for (Script script : Script.values()) {
            sources.put(script, ScriptSource.load(script, redis.isCluster()));
        }
    }

    private Scripts(
            RedisAccess redis, BiConsumer<Script, Duration> observer, Map<Script, ScriptSource> sources,
            boolean mayRunUnchecked) {
        this.redis = redis;
        this.observer = observer;
        this.sources = sources;
        this.mayRunUnchecked = mayRunUnchecked;
    }

    /** The same for the check at start itself. */
    Scripts unchecked() {
        return new Scripts(redis, observer, sources, true);
    }

    public Reply call(Script script, List<byte[]> keys, Args args) {
        return redis.await(callLater(script, keys, args));
    }

    public CompletableFuture<Reply> callLater(Script script, List<byte[]> keys, Args args) {
        return call(redis.commands(), script, keys, args);
    }

    /** The same, and answers only when replicas have confirmed what it wrote. */
    CompletableFuture<Reply> callReplicated(Script script, List<byte[]> keys, Args args, Replicas wanted) {
        ReplicatedConnection connection = redis.replicated(keys.getFirst());
        ReplicatedConnection.Life life = connection.life();
        return call(connection.commands(), script, keys, args)
                .thenCompose(reply -> connection.confirm(life, wanted).thenApply(confirmed -> reply));
    }

    private CompletableFuture<Reply> call(
            RedisScriptingAsyncCommands<byte[], byte[]> commands, Script script, List<byte[]> keys, Args args) {
        ScriptSource source = sources.get(script);
        byte[][] keyArray = keys.toArray(byte[][]::new);
        byte[][] argArray = args.toArray();
        if (!mayRunUnchecked) {
            redis.requirePassed();
        }
        source.header().check(script, keyArray.length, argArray.length);
        long start = System.nanoTime();
        CompletionStage<List<?>> answer = commands.evalsha(source.sha(), ScriptOutputType.MULTI, keyArray, argArray);
        return answer.exceptionallyCompose(failure -> cause(failure) instanceof RedisNoScriptException
                ? commands.<List<?>>eval(source.text(), ScriptOutputType.MULTI, keyArray, argArray)
                : CompletableFuture.failedStage(failure))
                .thenApply(values -> {
                    observer.accept(script, Duration.ofNanos(System.nanoTime() - start));
                    return new Reply(values, source.header().returned());
                })
                .toCompletableFuture();
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
