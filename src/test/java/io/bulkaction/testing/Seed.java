package io.bulkaction.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Random histories that can be played again. Each history has a seed of its own; a failure names it, and
 * {@code -Dtest.seed=<seed>} plays that history alone.
 */
public final class Seed {

    private static final String PROPERTY = "test.seed";

    /** How many times as many histories the long runs play. */
    private static final int TIMES = Integer.getInteger("chaos.times-as-many-histories", 1);

    /** Why no more: with a clock of its own a history must still go on quickly, or counters of its window expire. */
    private static final int AT_A_TIME = 6;

    private Seed() {}

    /** Plays many histories, several at a time: they take longer to answer than to think of. */
    public static void histories(String name, int least, LongConsumer history) {
        int count = least * TIMES;
        Long replay = Long.getLong(PROPERTY);
        if (replay != null) {
            play(name, replay, history);
            return;
        }
        long first = new Random().nextLong(1_000_000_000L) * 10_000;
        System.out.println(name + ": " + count + " histories from seed " + first);
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Void>> players = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int player = 0; player < AT_A_TIME; player++) {
                players.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                                play(name, first + i, history);
                            }
                        },
                        threads));
            }
        }
        players.stream().filter(CompletableFuture::isCompletedExceptionally).findFirst().ifPresent(failed -> {
            throw (AssertionError) failed.exceptionNow();
        });
    }

    private static void play(String name, long seed, LongConsumer history) {
        try {
            history.accept(seed);
        } catch (Throwable failure) {
            throw new AssertionError(
                    name + " fails with -D" + PROPERTY + "=" + seed + ": " + failure.getMessage(), failure);
        }
    }
}
