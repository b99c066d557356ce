package io.bulkaction.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CarrierTest {

    @Test
    void whatIsWrittenIsRead() {
        Map<String, String> values = Map.of("traceparent", "00-4bf9-00f0-01", "tracestate", "a=1,b=2");
        assertThat(Carrier.read(Carrier.write(values))).isEqualTo(values);
        assertThat(Carrier.write(values)).as("one line").doesNotContain("\n");
        assertThat(Carrier.write(Map.of())).isEmpty();
        assertThat(Carrier.read("")).isEmpty();
    }

    @Test
    void whatIsTooLongOrAmbiguousIsLeftOut() {
        assertThat(Carrier.write(Map.of("baggage", "x".repeat(2_000)))).isEmpty();
        assertThat(Carrier.write(Map.of("a=b", "1"))).isEmpty();
        assertThat(Carrier.write(Map.of("a", "1\nb=2", "c", "1\tb=2"))).isEmpty();
        assertThat(Carrier.read("rubbish\t=x\ta=1")).isEqualTo(Map.of("a", "1"));
    }
}
