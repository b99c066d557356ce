package io.bulkaction.internal.flow;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Makes a pause or a resume of one partition one of the whole queue. Scripts look only at the state of their own partition. A
 * person pauses and resumes the home partition, which counts that; a failure pauses the partition of its job and counts
 * nothing. The newest state is the one with the highest count, and of those a pause. A partition takes over a newer one and
 * never an older one ({@code flow/spread}), so whoever settles, however often, however late and wherever somebody stopped
 * halfway, comes to the same.
 */
public final class Pauses {

    /** How long partitions that answer wait for those that do not. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    /** An answer that does not come fails earlier. */
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofMinutes(1);

    private static final String COUNT = "pauseCount";
    private static final List<String> PAUSE = List.of("pausedAt", "pauseReason", "pausedBy", "failedJob");

    private final Queue queue;

    /** @param pause what is set of its fields; empty if nothing is paused */
    private record State(long count, Map<String, String> pause) {

        private static final Comparator<State> NEWEST =
                Comparator.comparingLong(State::count).thenComparing(State::isPaused);

        boolean isPaused() {
            return !pause.isEmpty();
        }

        boolean isOlderThan(State other) {
            return NEWEST.compare(this, other) < 0;
        }
    }

    Pauses(Queue queue) {
        this.queue = queue;
    }

    /** Tells the partitions that answer soon. @throws RedisUnavailableException if none does */
    public void settle() {
        List<RedisUnavailableException> away = queue.isPartitioned() ? round(PATIENCE) : List.of();
        if (away.size() == queue.partitions().size()) {
            throw away.getFirst();
        }
    }

    /** Tells all partitions. @throws RedisUnavailableException if one cannot be reached; then all others know */
    public void settleEverywhere() {
        if (!queue.isPartitioned() || round(PATIENCE).isEmpty()) {
            return;
        }
        List<RedisUnavailableException> away = round(AS_LONG_AS_IT_TAKES);
        if (!away.isEmpty()) {
            throw away.getFirst();
        }
    }

    /** @return what the partitions failed with that could not be told */
    private List<RedisUnavailableException> round(Duration patience) {
        List<RedisUnavailableException> away = new ArrayList<>();
        Map<Partition, State> states = ask(queue.partitions(), partition -> read(partition.redis()), patience, away);
        Optional<State> newest = states.values().stream().max(State.NEWEST); // of two the first: that of the home partition
        newest.ifPresent(state -> {
            List<Partition> behind =
                    states.keySet().stream().filter(partition -> states.get(partition).isOlderThan(state)).toList();
            ask(behind, partition -> tell(partition, state), patience, away);
        });
        return away;
    }

    /** Asks all before it waits for the first answer. */
    private <T> Map<Partition, T> ask(
            Collection<Partition> partitions, Function<Partition, CompletableFuture<T>> question, Duration patience,
            List<RedisUnavailableException> away) {
        Map<Partition, CompletableFuture<T>> asked = new LinkedHashMap<>();
        partitions.forEach(partition -> asked.put(
                partition,
                question.apply(partition).copy().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)));
        Map<Partition, T> answers = new LinkedHashMap<>();
        asked.forEach((partition, answer) -> {
            try {
                answers.put(partition, partition.redis().await(answer));
            } catch (RedisUnavailableException unreachable) {
                away.add(unreachable);
            }
        });
        return answers;
    }

    private static CompletableFuture<State> read(RedisQueue redis) {
        List<String> wanted = new ArrayList<>(PAUSE);
        wanted.add(COUNT);
        byte[][] fields = wanted.stream().map(Utf8::bytes).toArray(byte[][]::new);
        return redis.readLater(commands -> commands.hmget(redis.keys().state(), fields)).thenApply(values -> {
            Map<String, String> known = new HashMap<>();
            values.stream().filter(KeyValue::hasValue).forEach(
                    value -> known.put(Utf8.text(value.getKey()), Utf8.text(value.getValue())));
            String count = known.remove(COUNT);
            return new State(count == null ? 0 : Long.parseLong(count), known);
        });
    }

    private CompletableFuture<Boolean> tell(Partition partition, State state) {
        RedisQueue redis = partition.redis();
        Args args = new Args(1 + PAUSE.size()).add(state.count());
        PAUSE.forEach(field -> args.add(state.pause().get(field)));
        return redis.callLater(Script.SPREAD, args, redis.keys().state()).thenApply(reply -> {
            boolean resumed = reply.flag("resumed");
            if (resumed) {
                queue.signals().changed(partition.number());
            }
            return resumed;
        });
    }
}
