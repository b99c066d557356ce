package io.bulkaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds of a group's weight. */
class GroupLimitsTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 0.0099, 100.1, 101, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightOutOfItsBoundsIsRefusedByNameAndRange(double weight) {
        String says = "weight of a group must be 0.01 to 100, not " + weight;
        assertThatThrownBy(() -> new GroupLimits(null, null, weight))
                .isInstanceOf(InvalidSubmissionException.class)
                .hasMessage(says);
        BulkActionRequest.Builder request = BulkActionRequest.to("default", "a").processor("P").weight(weight);
        assertThatThrownBy(request::target).isInstanceOf(InvalidSubmissionException.class).hasMessage(says);
    }

    @Test
    void aRequestKeepsTheWeightUnlessItNamesOne() {
        BulkActionRequest.Builder request = BulkActionRequest.to("default", "a").processor("P");
        assertThat(request.target().limits()).isEqualTo(GroupLimits.KEEP);
        assertThat(request.weight(0.01).target().limits().weight()).isEqualTo(0.01);
        assertThat(request.weight(100.0).target().limits().weight()).isEqualTo(100);
        assertThat(request.weight(null).target().limits().weight()).isNull();
    }
}
