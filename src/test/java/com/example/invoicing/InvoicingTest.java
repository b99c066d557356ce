package com.example.invoicing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobRequest;
import io.bulkaction.JobView;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.BulkActionProbe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Processor, aggregator and listener together, without Redis. */
@SpringBootTest(classes = InvoicingApplication.class, webEnvironment = WebEnvironment.NONE)
@AutoConfigureBulkActions
@Execution(ExecutionMode.SAME_THREAD)
class InvoicingTest {

    @Autowired
    private BulkActionService bulkActions;

    @Autowired
    private BulkActionProbe probe;

    @Autowired
    private MonthLetter letters;

    // @start region=run :
    @Test
    void invoicesAreMadeAndSummedUp() {
        bulkActions.submit(BulkActionRequest.to("default", "october")
                .processor("MAKE_INVOICE")
                .jobs(List.of(
                        JobRequest.of("a", new Invoice("1", 1_000)),
                        JobRequest.of("b", new Invoice("2", 1_000_000_000))))
                .build());

        probe.runAll();

        GroupResult result = probe.result("october");
        assertThat(result.status()).isEqualTo(GroupStatus.FAILED);
        assertThat(result.data().get("MAKE_INVOICE")).hasToString("{\"invoices\":1,\"cents\":1000}");
        assertThat(probe.failures("october")).extracting(JobView::error).extracting("code").containsExactly("TOO_MUCH");
        assertThat(letters.sent()).contains("october: FAILED, {\"invoices\":1,\"cents\":1000}");
    }
    // @end
}
