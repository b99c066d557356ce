package com.example.invoicing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.AutoConfigureBulkActions.Mode;
import io.bulkaction.test.BulkActionClock;
import io.bulkaction.test.BulkActionProbe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** What takes an hour in production takes a moment here: the scripts are the same, the clock is the test's. */
@SpringBootTest(classes = {InvoicingApplication.class,
    PrintRetriesIT.Shops.class}, webEnvironment = WebEnvironment.NONE, properties = {
        "bulk-action.queues.default.retry.backoff=10m",
        "bulk-action.queues.default.retry.max-backoff=10m",
        "bulk-action.queues.default.retry.jitter=0",
        "bulk-action.queues.default.retry.max-retries=2",
        "bulk-action.queues.slow.backpressure.global-rps=1",
        "bulk-action.queues.slow.backpressure.rate-limit-window=1s",
    })
@AutoConfigureBulkActions(Mode.REDIS)
@Execution(ExecutionMode.SAME_THREAD)
class PrintRetriesIT {

    @TestConfiguration(proxyBeanMethods = false)
    static class Shops {

        @Bean
        @Primary
        PrintShop printShop() {
            return new ClosingPrintShop();
        }
    }

    /** Answers with what it is told to. */
    static class ClosingPrintShop extends PrintShop {

        private int status = 503;

        @Override
        Answer print(String key, String letter) {
            return new Answer(status, "t-1", Duration.ofMinutes(30));
        }
    }

    @Autowired
    private BulkActionService bulkActions;

    @Autowired
    private BulkActionProbe probe;

    @Autowired
    private BulkActionClock clock;

    @Autowired
    private ClosingPrintShop shop;

    @BeforeEach
    void clear() {
        probe.clear();
    }

    @Test
    void aLetterIsTriedAgainAfterTenMinutesAndTwiceAtMost() {
        shop.status = 503;
        submit("default", 1);

        // @start region=advance :
        clock.advance(Duration.ofMinutes(9));
        assertThat(job("1").attempts()).isEqualTo(1);

        clock.advance(Duration.ofHours(1));
        assertThat(job("1").attempts()).isEqualTo(3);
        assertThat(probe.failures("letters")).hasSize(1);
        // @end
    }

    @Test
    void aPrintShopThatAsksForAPauseIsLeftAloneForThatLong() {
        shop.status = 429;
        submit("default", 1);
        clock.advance(Duration.ofMinutes(29));
        shop.status = 200;
        assertThat(job("1").attempts()).isEqualTo(1);

        clock.advance(Duration.ofMinutes(1));
        assertThat(job("1").status()).isEqualTo(JobStatus.COMPLETED);
    }

    @Test
    void ofAQueueThatMayStartOneJobPerSecondTenNeedTenSeconds() {
        shop.status = 200;
        submit("slow", 10);

        clock.advance(Duration.ofSeconds(4));
        assertThat(bulkActions.progress("slow", "letters").orElseThrow().doneJobs()).isBetween(4L, 5L);

        clock.advance(Duration.ofSeconds(7));
        assertThat(probe.result("slow", "letters").successCount()).isEqualTo(10);
    }

    @Test
    void whatADyingInstanceHadRunsAgainWhenItsLeaseIsOver() {
        shop.status = 200;
        submit("default", 2);

        assertThat(probe.crash("default", 1)).hasSize(1);
        clock.advance(Duration.ZERO);
        assertThat(probe.progress("letters").doneJobs()).isEqualTo(1);

        clock.advance(Duration.ofHours(1));
        assertThat(probe.result("letters").successCount()).isEqualTo(2);
        assertThat(job("1").recoveries()).isEqualTo(1);
    }

    private JobView job(String id) {
        return bulkActions.job("default", "letters", id).orElseThrow();
    }

    private void submit(String queue, int letters) {
        List<JobRequest> jobs = IntStream.rangeClosed(1, letters)
                .mapToObj(i -> JobRequest.of(Integer.toString(i), Map.of("invoice", i))).toList();
        bulkActions.submit(BulkActionRequest.to(queue, "letters").processor("PRINT_INVOICE").jobs(jobs).build());
    }
}
