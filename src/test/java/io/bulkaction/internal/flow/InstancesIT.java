package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InstancesIT {

    private final TestQueue test = TestQueue.with();
    private final Instances instances = test.partition().instances();

    @Test
    void aHeartbeatTellsWhoElseIsThereAndTheirWorkers() {
        instances.beat(info("a", 10));
        test.advance(5000);
        Roster roster = instances.beat(info("b", 20));

        assertThat(roster.live()).extracting(Instance::id).containsExactly("a", "b");
        assertThat(roster.workers()).isEqualTo(30);
        assertThat(roster.lost()).isEmpty();
        assertThat(roster.live().getFirst())
                .isEqualTo(new Instance(
                        "a", Instant.ofEpochMilli(TestQueue.START), 10, "1.2", "host \"x\"", Instant.ofEpochMilli(77),
                        Set.of(), Duration.ZERO));
    }

    @Test
    void whoFallsSilentIsLostAndForgottenAfterAWhile() {
        instances.beat(info("a", 10));
        test.advance(30_001);
        Roster roster = instances.beat(info("b", 20));
        assertThat(roster.lost()).extracting(Instance::id).containsExactly("a");
        assertThat(roster.workers()).isEqualTo(20);

        test.advance(Instances.FORGET_AFTER.toMillis());
        assertThat(instances.beat(info("b", 20)).lost()).isEmpty();
        assertThat(test.hash(test.redis().keys().instances())).containsOnlyKeys("b");
    }

    @Test
    void whoSignsOutIsNotLost() {
        instances.beat(info("a", 10));
        instances.leave("a");
        test.advance(60_000);
        Roster roster = instances.look();
        assertThat(roster.live()).isEmpty();
        assertThat(roster.lost()).isEmpty();
    }

    @Test
    void anEntryThatCannotBeReadDoesNotHideTheOthers() {
        test.redis().read(commands -> commands.hset(
                test.redis().keys().instances(), "x".getBytes(), "{\"heartbeat\":1800000000000,nonsense".getBytes()));
        assertThat(instances.beat(info("a", 10)).live()).extracting(Instance::id).contains("a");
    }

    private static Instance.Info info(String id, int workers) {
        return new Instance.Info(id, workers, "1.2", "host \"x\"", Instant.ofEpochMilli(77));
    }
}
