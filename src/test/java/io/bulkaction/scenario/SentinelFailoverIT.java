package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.SentinelGroup;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sentinel gives the queue another master while it is busy; what replicas have confirmed is not lost, whether the old master
 * is dead, frozen, cut off, or still answers. {@code -Dchaos.failovers=20 -Dchaos.freezes=12,45} is the long version.
 */
@Timeout(7200)
class SentinelFailoverIT {

    @Test
    void aMasterThatIsReplacedWhileItAnswersLosesNothing() {
        run("SENTINEL FAILOVER", SentinelGroup.start(), (sentinels, _) -> sentinels.failOver());
    }

    @Test
    void aKilledMasterLosesNothing() {
        run("killed", SentinelGroup.start(), (sentinels, _) -> sentinels.killMaster());
    }

    @Test
    void aFrozenMasterLosesNothingWhenItThaws() {
        run("frozen", SentinelGroup.start(), SentinelGroup::freezeMaster);
    }

    /** It goes on as a master and answers again afterwards: nobody may believe it. */
    @Test
    void aMasterThatNoPacketReachesLosesNothing() {
        run("cut off", SentinelGroup.startBehindProxies(), true, SentinelGroup::isolateMaster);
    }

    /** @param time how long the old master stays away after it was replaced, where it does */
    @FunctionalInterface
    private interface Fault {
        void strike(SentinelGroup sentinels, Duration time);
    }

    private static void run(String name, SentinelGroup sentinels, Fault fault) {
        run(name, sentinels, false, fault);
    }

    /** @param untilItFollows whether to wait, also in the short version, until the old master follows the new one */
    private static void run(String name, SentinelGroup sentinels, boolean untilItFollows, Fault fault) {
        try (sentinels;
                RedisAccess redis = sentinels.connect(Duration.ofSeconds(5));
                FailoverStory story = new FailoverStory(redis, 1, 1)) {
            story.goOn(100);
            for (int i = 0; i < FailoverStory.FAILOVERS; i++) {
                story.pileUp(300);
                fault.strike(sentinels, FailoverStory.away(i));
                story.goOn(100);
                story.replacedAt(sentinels.replacedNanos());
                if (FailoverStory.FAILOVERS > 1 || untilItFollows) {
                    sentinels.awaitHealthy();
                }
                story.findHealthy();
            }
            assertThat(story.lost()).as(name + ": " + story).isEmpty();
            System.out.println(name + ", " + FailoverStory.FAILOVERS + " times: " + story);
            assertThat(story.errors()).isEmpty();
            story.findCountersRight();
        }
    }
}
