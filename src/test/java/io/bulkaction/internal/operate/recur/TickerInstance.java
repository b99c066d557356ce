package io.bulkaction.internal.operate.recur;

import io.bulkaction.JobRequest;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

/** A process of its own that runs the recurring bulk actions of one queue, until it is killed. */
final class TickerInstance {

    /** Over several chunks, so that a kill finds ticks in the middle. */
    static final int JOBS = 1_200;

    private TickerInstance() {}

    /** @param args port of Redis, name of the queue */
    public static void main(String[] args) throws InterruptedException {
        TestQueue queue = TestQueue.named(TestRedis.connect(Integer.parseInt(args[0])), args[1]);
        Clockwork.on(
                queue,
                Map.of(),
                tick -> IntStream.range(0, JOBS).mapToObj(i -> slowly(i)),
                // why so short: the next process takes over at once what a killed one had claimed
                new Ticker.Timing(Duration.ofMillis(50), Duration.ofMillis(1_500))).ticker().start();
        Thread.currentThread().join();
    }

    /** As a database would: a page takes its time. */
    private static JobRequest slowly(int job) {
        if (job % 300 == 299) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return JobRequest.of("job-" + job, job);
    }
}
