package com.example.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupStatus;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.BulkActionProbe;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** What the README shows: a test of what an application does with its jobs. */
@SpringBootTest
@AutoConfigureBulkActions
@Execution(ExecutionMode.SAME_THREAD)
class PromotionTest {

    @Autowired
    Promotion promotion;

    @Autowired
    BulkActionProbe probe;

    @Test
    void everyMailIsSent() {
        promotion.start("customer-A",
                Stream.generate(() -> new Mail("kim@example.com", "hello")).limit(10_000).toList());
        probe.runAll(); // no Redis needed, and retries are not waited for
        assertThat(probe.result("customer-A").status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(probe.result("customer-A").totalJobs()).isEqualTo(10_000);
    }
}
