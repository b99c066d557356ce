package io.bulkaction.internal.boot;

import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.run.Watchers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Shows the state of each loop. A failing loop is only shown; one whose thread has ended makes the instance DOWN, and so does a queue on which
 * it cannot work any more.
 */
final class EngineHealth implements HealthIndicator {

    private final Engine engine;
    private final Watchers watchers;

    EngineHealth(Engine engine, Watchers watchers) {
        this.engine = engine;
        this.watchers = watchers;
    }

    @Override
    public Health health() {
        Map<String, String> loops = new LinkedHashMap<>();
        Stream<Loop> all = Stream.of(
                engine.all().stream().flatMap(queue -> queue.loops().stream()),
                Stream.of(engine.follower()),
                watchers.loops().stream())
                .flatMap(Function.identity());
        List<String> retired = engine.all().stream().flatMap(queue -> queue.retired().stream()).toList();
        boolean dead = all.peek(loop -> loops.put(loop.name(), state(loop))).filter(Loop::isDead).count() > 0;
        Health.Builder health = (dead || !retired.isEmpty() ? Health.down() : Health.up()).withDetail("loops", loops);
        return (retired.isEmpty() ? health : health.withDetail("retired", retired)).build();
    }

    private static String state(Loop loop) {
        Optional<Throwable> error = loop.lastError();
        String state = loop.isDead() ? "dead" : loop.isRunning() ? "running" : "stopped";
        return error.map(failure -> state + ", last failed at " + loop.lastErrorAt().orElseThrow() + ": " + failure)
                .orElse(state);
    }
}
