package io.bulkaction.testing;

import static io.bulkaction.testing.PaidStarts.assertPaid;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PaidStartsTest {

    @Test
    void whatIsWrittenDownLateNeedsATokenThatWasLeft() {
        assertPaid(Map.of(1L, 20L, 2L, 20L, 3L, 20L), 20);
        assertPaid(Map.of(1L, 20L, 2L, 20L, 3L, 11L, 4L, 29L), 20);
        assertPaid(Map.of(1L, 40L, 9L, 40L), 20);
    }

    @Test
    void noTokenCountsTwice() {
        assertThatThrownBy(() -> assertPaid(Map.of(1L, 41L), 20)).hasMessageContaining("window 1");
        assertThatThrownBy(() -> assertPaid(Map.of(1L, 20L, 2L, 41L), 20)).hasMessageContaining("window 2");
        assertThatThrownBy(() -> assertPaid(Map.of(1L, 40L, 2L, 21L), 20)).hasMessageContaining("window 2");
        assertThatThrownBy(() -> assertPaid(Map.of(1L, 40L, 2L, 0L, 3L, 41L), 20)).hasMessageContaining("window 3");
    }
}
