package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.bulkaction.spi.ResultAggregator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultAggregatorsTest {

    @Test
    void wantsTheResultsOfRegisteredTypesOnly() {
        ResultAggregators aggregators = new ResultAggregators(List.of(new Sum("COUNT")));
        assertThat(aggregators.wants("COUNT")).isTrue();
        assertThat(aggregators.wants("OTHER")).isFalse();
    }

    @Test
    void refusesTwoOfOneType() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new ResultAggregators(List.of(new Sum("COUNT"), new Sum("COUNT"))))
                .withMessageContaining("'COUNT'").withMessageContaining(Sum.class.getName());
    }

    /** Adds numbers up. */
    record Sum(String type) implements ResultAggregator<Long> {

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long accumulate(Long soFar, String result) {
            return soFar + Long.parseLong(result);
        }

        @Override
        public Long combine(Long earlier, Long later) {
            return earlier + later;
        }
    }
}
