package io.bulkaction.server.demo;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;

/** Tells on the console what happens, a line each, and how far the giant is at that moment. */
final class Narrator {

    private final BulkActionService bulkActions;
    private final PrintStream out;
    private final Supplier<String> page;
    private final List<Duration> small = new CopyOnWriteArrayList<>();
    private volatile long begin = System.nanoTime();
    private volatile long lastWord = begin;
    private volatile @Nullable Duration giant;

    /** @param page where the dashboard is, once it can be told */
    Narrator(BulkActionService bulkActions, PrintStream out, Supplier<String> page) {
        this.bulkActions = bulkActions;
        this.out = out;
        this.page = page;
    }

    void invite(Duration limit) {
        out.printf(Locale.ROOT, "%nThe demo begins when you open the dashboard, at the latest in %d s.%n",
                limit.toSeconds());
    }

    void begin() {
        begin = System.nanoTime();
        out.printf("%n    time    giant   what happens%n");
    }

    /** Since the beginning. */
    Duration now() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    Duration silentFor() {
        return Duration.ofNanos(System.nanoTime() - lastWord);
    }

    boolean giantIsDone() {
        return giant != null;
    }

    void say(String what) {
        lastWord = System.nanoTime();
        double percent = bulkActions.progress(Cast.DEFAULT, Cast.GIANT).map(GroupProgress::percent).orElse(0.0);
        out.printf(Locale.ROOT, "%6s s  %5.1f %%   %s%n", seconds(now()), percent, what);
    }

    @EventListener
    void ended(GroupCompletedEvent event) {
        GroupResult result = event.result();
        Duration took = result.finishedAt() == null
                ? Duration.ZERO
                : Duration.between(result.createdAt(), result.finishedAt());
        String group = event.groupId().value();
        if (group.equals(Cast.GIANT)) {
            giant = took;
        } else if (group.startsWith(Cast.SMALL)) {
            small.add(took);
        }
        say(String.format(Locale.ROOT, "%s is done: %,d of %,d jobs in %s s%s",
                group, result.successCount(), result.totalJobs(), seconds(took), failures(result)));
    }

    void sumUp() {
        List<Duration> waits = small.stream().sorted().toList();
        if (giant == null || waits.isEmpty()) {
            return;
        }
        out.printf("""

                The giant took %s s. %d small customers came after it and were done in %s s (median), at most %s s.
                In a plain queue they would have waited for the giant.

                The service keeps running. On the dashboard, or with the calls in the README, look at the dead letters,
                retry or skip them, and resume the queue nas-sync. Log in at %s with what the start has printed.

                """, seconds(giant), waits.size(), seconds(waits.get(waits.size() / 2)), seconds(waits.getLast()),
                page.get());
    }

    private static String failures(GroupResult result) {
        String resolved = result.resolvedCount() == 0 ? "" : "; resolved by hand: " + result.resolvedCount();
        return result.failedCount() == 0
                ? resolved
                : resolved + result.errors().stream()
                        .map(error -> error.count() + " " + error.code())
                        .collect(Collectors.joining(", ", "; dead letters: ", ""));
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toMillis() / 1000.0);
    }
}
