package com.example.invoicing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A processor is tested as any other class: make a job, call it, look at the result. */
class PrintProcessorTest {

    @Test
    void aPrintedLetterIsASuccess() throws Exception {
        assertThat(answeredWith(200)).isEqualTo(JobResult.success(Map.of("ticket", "t-1")));
    }

    @Test
    void aPrintShopThatAsksForAPauseIsGivenIt() throws Exception {
        assertThat(answeredWith(429)).isEqualTo(JobResult.throttled(Duration.ofSeconds(30)));
    }

    @Test
    void whatCanNeverBePrintedIsNotTriedAgainAndAFailureIs() throws Exception {
        assertThat(((JobResult.Failure) answeredWith(400)).retryable()).isFalse();
        assertThat(((JobResult.Failure) answeredWith(503)).retryable()).isTrue();
    }

    private static JobResult answeredWith(int status) throws Exception {
        PrintShop shop = new PrintShop() {
            @Override
            Answer print(String key, String letter) {
                return new Answer(status, "t-1", Duration.ofSeconds(30));
            }
        };
        return new PrintProcessor(shop).process(new Job(
                new JobId("letter-1"), new GroupId("letters"), new QueueName("default"), "PRINT_INVOICE",
                "{\"invoice\":1}", 1, 0, Instant.EPOCH));
    }
}
