package io.bulkaction.internal.builtin.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SimulatedDurationTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final RandomGenerator random = new Random(42);

    @Test
    void aNumberIsAFixedDuration() {
        assertThat(read("5").sample(random)).isEqualTo(Duration.ofMillis(5));
        assertThat(read("0.25").sample(random)).isEqualTo(Duration.ofNanos(250_000));
    }

    @Test
    void minAndMaxAreSpreadEvenly() {
        assertThat(samples("{\"min\":10,\"max\":20}")).allMatch(millis -> millis >= 10 && millis <= 20);
        assertThat(mean("{\"min\":10,\"max\":20}")).isEqualTo(15, Offset.offset(0.5));
        assertThat(read("{\"min\":7,\"max\":7}").sample(random)).isEqualTo(Duration.ofMillis(7));
    }

    @Test
    void aMeanIsExponentialWithABoundedTail() {
        assertThat(mean("{\"mean\":100}")).isEqualTo(100, Offset.offset(5.0));
        assertThat(samples("{\"mean\":100}")).allMatch(millis -> millis <= 1_000);
    }

    private double mean(String json) {
        return samples(json).mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private Stream<Double> samples(String json) {
        SimulatedDuration duration = read(json);
        return Stream.generate(() -> duration.sample(random).toNanos() / 1e6).limit(10_000);
    }

    private static SimulatedDuration read(String json) {
        return SimulatedDuration.of(JSON.readTree(json));
    }
}
