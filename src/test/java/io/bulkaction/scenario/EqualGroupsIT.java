package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Customers with the same work are served side by side to the end, with default settings. */
class EqualGroupsIT {

    private static final int EACH = 2_000;

    @Test
    void twoGroupsWithEqualWorkFinishWithinFivePercentOfEachOther() {
        TestQueue test = TestQueue.live();
        enqueue(test, "first");
        enqueue(test, "second");
        Map<String, AtomicInteger> done = new ConcurrentHashMap<>();
        AtomicInteger all = new AtomicInteger();
        Map<String, Integer> allWhenDone = new ConcurrentHashMap<>();
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            LockSupport.parkNanos(1_000_000);
            String group = job.groupId().value();
            int total = all.incrementAndGet();
            if (done.computeIfAbsent(group, any -> new AtomicInteger()).incrementAndGet() == EACH) {
                allWhenDone.put(group, total);
            }
            return JobResult.success();
        })) {
            await().until(() -> allWhenDone.size() == 2);
        }
        assertThat(allWhenDone.values()).as("jobs of both done when each was: %s", allWhenDone)
                .allMatch(total -> total >= 0.95 * 2 * EACH);
    }

    private static void enqueue(TestQueue test, String group) {
        for (int from = 0; from < EACH; from += 500) {
            List<String> ids = IntStream.range(from, from + 500).mapToObj(i -> group + "-" + i).toList();
            test.enqueue(TestQueue.batch(group, null, true, ids));
        }
    }
}
