package io.bulkaction.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacesIT {

    @Test
    void severalJobsAreFoundThoughEachSearchGoesThroughAVeryLongList() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.on(redis);
            for (int from = 0; from < 101_000; from += 1_000) {
                int first = from;
                test.enqueue("giant",
                        IntStream.range(0, 1_000).mapToObj(i -> "j-" + (first + i)).toArray(String[]::new));
            }
            redis.forgetStatistics();

            List<JobFacts> found =
                    test.queue().desk().places().place(List.of("j-0", "none", "j-100999"), "giant", true);

            assertThat(found).extracting(JobFacts::id).containsExactly("j-0", "none", "j-100999");
            assertThat(found).extracting(JobFacts::jobs).containsExactly(1, 0, 1);
            assertThat(redis.info("commandstats", "cmdstat_evalsha")).as("one search a call").startsWith("calls=3,");
        }
    }
}
