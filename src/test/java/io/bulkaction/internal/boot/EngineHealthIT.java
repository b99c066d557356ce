package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** What the health of a running engine says when one of its loops fails, and when one is dead. */
class EngineHealthIT {

    private final TestQueue test = TestQueue.live("reliability.heartbeat", "20ms", "reliability.lease", "30s");
    private final String heartbeat = "heartbeat-" + test.queue().name();

    @Test
    void aFailingLoopIsShownAndADeadOneMakesTheInstanceDown() {
        AtomicReference<Runnable> onBeat = new AtomicReference<>(() -> {});
        try (TestEngine engine = TestEngine.start(
                test.queue(), _ -> JobResult.success(), ObservationRegistry.NOOP, (_, workers) -> {
                    onBeat.get().run();
                    return workers;
                })) {
            EngineHealth health = new EngineHealth(
                    new Engine("here", List.of(engine.engine())), new Watchers(List.of(), _ -> null));
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(loops(health.health())).hasSize(10).allSatisfy((name, state) -> assertThat(state)
                    .as(name)
                    .isEqualTo(name.equals("workers-follower") ? "stopped" : "running"));

            onBeat.set(() -> {
                throw new IllegalStateException("Redis is away");
            });
            await().until(() -> loops(health.health()).get(heartbeat).contains("Redis is away"));
            assertThat(health.health().getStatus()).as("it continues").isEqualTo(Status.UP);
            assertThat(loops(health.health()).get(heartbeat)).startsWith("running, last failed at ");

            AtomicReference<Boolean> beats = new AtomicReference<>(false);
            onBeat.set(() -> beats.set(true));
            await().untilAsserted(() -> assertThat(beats.get()).as("it is back").isTrue());

            onBeat.set(() -> {
                throw new Deadly();
            });
            // why: Awaitility would take the loop's death for the test's
            await().dontCatchUncaughtExceptions()
                    .until(() -> health.health().getStatus().equals(Status.DOWN));
            assertThat(loops(health.health()).get(heartbeat)).startsWith("dead");
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> loops(Health health) {
        return (Map<String, String>) health.getDetails().get("loops");
    }

    /** An error without even a text, as when memory is used up: it ends the thread of a loop. */
    private static final class Deadly extends Error {

        private static final long serialVersionUID = 1L;
        private static boolean spoken;

        @Override
        public String toString() {
            if (spoken) {
                return "dead";
            }
            spoken = true;
            throw new Error("not even enough memory for a log line");
        }
    }
}
