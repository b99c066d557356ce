package io.bulkaction.internal.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.flow.RateLimiter;
import io.bulkaction.internal.web.admin.GroupRow.RateUse;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GroupRowTest {

    @Test
    void aGroupWithALowerLimitShowsItsOwnTokens() {
        assertThat(RateUse.of(status(7, 12))).isEqualTo(new RateUse(7, 12));
    }

    @Test
    void aGroupWithoutALimitOfItsOwnShowsTheTokensOfTheQueue() {
        assertThat(RateUse.of(status(0, 240))).isEqualTo(new RateUse(115, 240));
    }

    private static RateLimiter.Status status(long groupCount, long groupLimit) {
        return new RateLimiter.Status(115, 240, groupCount, groupLimit, 5, Instant.EPOCH);
    }
}
