package io.bulkaction.internal.flow;

import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.testing.TestQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Plays the dispatcher, the fetcher and quick claimers on a clock that stands still, and notes what was claimed when. */
final class Admission {

    private final TestQueue test;
    private final long window;
    private final Map<Long, Map<String, Integer>> entered = new TreeMap<>();
    private final Map<String, List<String>> order = new HashMap<>();

    Admission(TestQueue test) {
        this.test = test;
        this.window = test.redis().settings().backpressure().rateLimitWindow().toMillis();
    }

    /** Moves jobs as long as there are any to move; returns what was claimed. */
    List<ClaimedJob> admit(int batch) {
        List<ClaimedJob> jobs = new ArrayList<>();
        for (int call = 0; call < 10_000; call++) {
            boolean moved = test.dispatch(batch).moved() > 0;
            Stop stop = test.fetch(batch).stop();
            List<ClaimedJob> claimed = claim();
            jobs.addAll(claimed);
            if (!moved && claimed.isEmpty() && stop != Stop.MORE) {
                return jobs;
            }
        }
        throw new AssertionError("there is always more to move");
    }

    /** What one call moved is claimed at once, so that it can be told apart. */
    private List<ClaimedJob> claim() {
        List<ClaimedJob> claimed = test.claim(1000);
        Map<String, Integer> counts = entered.computeIfAbsent(test.now() / window, any -> new HashMap<>());
        for (ClaimedJob job : claimed) {
            counts.merge(job.groupId().value(), 1, Integer::sum);
            if (job.job().attempt() == 1) {
                order.computeIfAbsent(job.groupId().value(), any -> new ArrayList<>()).add(job.id().value());
            }
        }
        return claimed;
    }

    /** Jobs that were claimed, by window and group. */
    Map<Long, Map<String, Integer>> entered() {
        return entered;
    }

    int enteredInThisWindow(String group) {
        return entered.getOrDefault(test.now() / window, Map.of()).getOrDefault(group, 0);
    }

    /** Jobs of a group in the order they entered Ready for the first time. */
    List<String> order(String group) {
        return order.getOrDefault(group, List.of());
    }

    static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Adds jobs named {@code <group>-<n>}, n with leading zeros, in batches. */
    static void enqueue(TestQueue test, String group, int from, int count) {
        for (int first = from; first < from + count; first += 1000) {
            List<String> ids = IntStream.range(first, Math.min(first + 1000, from + count))
                    .mapToObj(i -> "%s-%07d".formatted(group, i))
                    .toList();
            test.enqueue(TestQueue.batch(group, null, true, ids));
        }
    }
}
