package com.example.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.BulkActionProbe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** What becomes of mails that are delivered late, and of those that never are. */
@SpringBootTest(classes = {Promotion.class, Mailer.class, TenantOfJobs.class, Bounces.class})
@AutoConfigureBulkActions
@Execution(ExecutionMode.SAME_THREAD)
class PromotionDetailsTest {

    @Autowired
    private Promotion promotion;

    @Autowired
    private Mailer mailer;

    @Autowired
    private Bounces bounces;

    @Autowired
    private BulkActionProbe probe;

    @Test
    void everyMailIsSentAndABadAddressIsNotTriedAgain() {
        promotion.start("customer-A", List.of(
                new Mail("kim@example.com", "later"), new Mail("lee@example.com", "hello"), new Mail("nobody", "hi")));
        assertThat(probe.submitted("customer-A", Mail.class)).hasSize(3);

        probe.runAll(); // retries are not waited for

        GroupResult result = probe.result("customer-A");
        assertThat(result.status()).isEqualTo(GroupStatus.FAILED);
        assertThat(result.errors()).extracting(GroupResult.ErrorSummary::code).containsExactly("BAD_PAYLOAD");
        assertThat(mailer.sent()).filteredOn(mail -> mail.startsWith("kr: ")).hasSize(2);
        assertThat(promotion.percent("customer-A")).isEqualTo(100);
        assertThat(bounces.jobs()).singleElement().asString().startsWith("customer-A/").endsWith(": BAD_PAYLOAD");
    }
}
