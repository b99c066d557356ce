package io.bulkaction.internal.redis;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.ScoredValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Sorted sets of several partitions, read as if they were one, the highest score first. A page costs the same however far
 * down it is: its first score is searched by counting, and no more than the page itself is read of each set.
 */
public final class MergedSets {

    /** Halvings of the range between two times in milliseconds, or two scores, until they are next to each other. */
    private static final int MAX_STEPS = 64;

    private final List<RedisQueue> partitions;
    private final Function<Keys, byte[]> key;

    /** @param key of the set in each partition */
    public MergedSets(List<RedisQueue> partitions, Function<Keys, byte[]> key) {
        this.partitions = partitions;
        this.key = key;
    }

    /**
     * One entry of a page.
     *
     * @param partition in the list that this was made with
     * @param rank in its own set, the highest score is 0
     */
    public record Entry(int partition, long rank, String member, double score) {}

    public long size() {
        return sum(ask(one -> one.readLater(commands -> commands.zcard(key.apply(one.keys())))));
    }

    /** Of equal scores those of the first partition come first. */
    public List<Entry> page(long from, int count) {
        if (partitions.size() == 1) {
            return read(0, from, count);
        }
        List<Long> skipped = from < count ? partitions.stream().map(one -> 0L).toList() : before(from);
        int rest = (int) (from - skipped.stream().mapToLong(Long::longValue).sum());
        List<CompletableFuture<List<Entry>>> asked = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            asked.add(readLater(i, skipped.get(i), rest + count));
        }
        List<Entry> merged = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            merged.addAll(partitions.get(i).await(asked.get(i)));
        }
        return merged.stream()
                .sorted(Comparator.comparingDouble(Entry::score).reversed().thenComparingInt(Entry::partition))
                .skip(rest)
                .limit(count)
                .toList();
    }

    /** How many entries of each set are certainly before a position, and as many as possible. */
    private List<Long> before(long from) {
        double low = extreme(false); // all entries together are at least so high
        double high = Math.nextUp(extreme(true)); // none is so high
        List<Long> best = partitions.stream().map(one -> 0L).toList();
        for (int step = 0; step < MAX_STEPS && Math.nextUp(low) < high; step++) {
            double middle = low / 2 + high / 2;
            List<Long> above = countFrom(middle);
            if (above.stream().mapToLong(Long::longValue).sum() <= from) {
                best = above;
                high = middle;
            } else {
                low = middle;
            }
        }
        return best;
    }

    private List<Long> countFrom(double score) {
        Range<Double> range = Range.from(Boundary.including(score), Boundary.unbounded());
        List<CompletableFuture<Long>> asked =
                ask(one -> one.readLater(commands -> commands.zcount(key.apply(one.keys()), range)));
        return answers(asked);
    }

    private double extreme(boolean highest) {
        List<CompletableFuture<List<ScoredValue<byte[]>>>> asked = ask(one -> one.readLater(commands -> highest
                ? commands.zrevrangebyscoreWithScores(key.apply(one.keys()), Range.unbounded(), Limit.from(1))
                : commands.zrangebyscoreWithScores(key.apply(one.keys()), Range.unbounded(), Limit.from(1))));
        var scores = answers(asked).stream().flatMap(List::stream).mapToDouble(ScoredValue::getScore);
        return (highest ? scores.max() : scores.min()).orElse(0);
    }

    private List<Entry> read(int partition, long from, int count) {
        return partitions.get(partition).await(readLater(partition, from, count));
    }

    private CompletableFuture<List<Entry>> readLater(int partition, long from, int count) {
        RedisQueue one = partitions.get(partition);
        return one.readLater(commands -> commands.zrevrangeWithScores(
                key.apply(one.keys()), from, from + count - 1)).thenApply(values -> {
                    List<Entry> entries = new ArrayList<>(values.size());
                    for (ScoredValue<byte[]> value : values) {
                        entries.add(new Entry(
                                partition, from + entries.size(), Utf8.text(value.getValue()), value.getScore()));
                    }
                    return entries;
                });
    }

    private <T> List<CompletableFuture<T>> ask(Function<RedisQueue, CompletableFuture<T>> question) {
        return partitions.stream().map(question).toList();
    }

    private <T> List<T> answers(List<CompletableFuture<T>> asked) {
        return asked.stream().map(partitions.getFirst()::await).toList();
    }

    private long sum(List<CompletableFuture<Long>> asked) {
        return answers(asked).stream().mapToLong(Long::longValue).sum();
    }
}
