package io.bulkaction.internal.builtin.simulate;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.Duration;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** How long a simulated job takes: fixed, evenly spread between two bounds, or exponential around a mean. */
sealed interface SimulatedDuration {

    Duration sample(RandomGenerator random);

    record Fixed(double millis) implements SimulatedDuration {
        @Override
        public Duration sample(RandomGenerator random) {
            return duration(millis);
        }
    }

    record Even(double min, double max) implements SimulatedDuration {
        @Override
        public Duration sample(RandomGenerator random) {
            return duration(min == max ? min : random.nextDouble(min, max));
        }
    }

    record Exponential(double mean) implements SimulatedDuration {

        /** why: the tail has no end, but a demo has; fewer than one in twenty thousand would be longer. */
        private static final double LONGEST = 10;

        @Override
        public Duration sample(RandomGenerator random) {
            return duration(mean * Math.min(LONGEST, random.nextExponential()));
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static SimulatedDuration of(JsonNode json) {
        if (json.isNumber()) {
            return new Fixed(millis(json));
        }
        if (json.isObject() && json.size() == 1 && json.has("mean")) {
            return new Exponential(millis(json.get("mean")));
        }
        if (json.isObject() && json.size() == 2 && json.has("min") && json.has("max")) {
            Even even = new Even(millis(json.get("min")), millis(json.get("max")));
            if (even.min <= even.max) {
                return even;
            }
        }
        throw refused();
    }

    private static double millis(JsonNode json) {
        double millis = json.isNumber() ? json.doubleValue() : Double.NaN;
        if (millis >= 0 && millis <= Duration.ofDays(1).toMillis()) {
            return millis;
        }
        throw refused();
    }

    private static IllegalArgumentException refused() {
        return new IllegalArgumentException(
                "durationMs must be a number, {\"min\",\"max\"} or {\"mean\"}, in milliseconds from 0 to one day");
    }

    private static Duration duration(double millis) {
        return Duration.ofNanos(Math.round(millis * 1_000_000));
    }
}
