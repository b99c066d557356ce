package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PromQlTest {

    @Test
    void findsMetricsAndLabels() {
        assertThat(PromQl.metricsIn("up{job=\"bulk-action\"} == 0")).isEqualTo(Map.of("up", Set.of("job")));
        assertThat(PromQl.metricsIn("histogram_quantile(0.9, sum by (queue, le) (rate(wait_bucket{q=~\"$q\"}[5m])))"))
                .isEqualTo(Map.of("wait_bucket", Set.of("queue", "le", "q")));
        assertThat(PromQl.metricsIn("max by (q) (size) > 0 and max by (q) (paused) == 0"))
                .isEqualTo(Map.of("size", Set.of("q"), "paused", Set.of("q")));
        assertThat(PromQl.metricsIn("sum(rate(a_sum[1m])) / sum(rate(a_count[1m]))")).containsOnlyKeys("a_sum",
                "a_count");
    }
}
