package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.SentinelGroup;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sentinel gives the queue another master while it is busy; what replicas have confirmed is not lost, whether the old master
 * is dead, frozen, or still answers. {@code -Dchaos.failovers=20} is the long version.
 */
@Timeout(7200)
class SentinelFailoverIT {

    private static final int FAILOVERS = Integer.getInteger("chaos.failovers", 1);

    @Test
    void aMasterThatIsReplacedWhileItAnswersLosesNothing() {
        run("SENTINEL FAILOVER", SentinelGroup::failOver);
    }

    @Test
    void aKilledMasterLosesNothing() {
        run("kill -9", SentinelGroup::killMaster);
    }

    @Test
    void aFrozenMasterLosesNothingWhenItThaws() {
        run("frozen", sentinels -> sentinels.freezeMaster(Duration.ofSeconds(2)));
    }

    private static void run(String name, Consumer<SentinelGroup> fault) {
        try (SentinelGroup sentinels = SentinelGroup.start();
                RedisAccess redis = sentinels.connect(Duration.ofSeconds(5));
                FailoverStory story = new FailoverStory(redis, 1)) {
            story.goOn(100);
            for (int i = 0; i < FAILOVERS; i++) {
                story.pileUp(300);
                fault.accept(sentinels);
                story.goOn(100);
                sentinels.awaitHealthy();
            }
            assertThat(story.lost()).as(name + ": " + story).isEmpty();
            System.out.println(name + ", " + FAILOVERS + " times: " + story);
            assertThat(story.errors()).isEmpty();
            Accounting.prove(story.queue());
        }
    }
}
