package com.example.demo;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.Job;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import jakarta.validation.Valid;
import java.util.List;
import org.springframework.stereotype.Component;

/** Ten thousand mails for a customer, with retries, a rate limit and progress. */
@Component
class Promotion {

    private final BulkActionService bulkActions;
    private final Mailer mailer;

    Promotion(BulkActionService bulkActions, Mailer mailer) {
        this.bulkActions = bulkActions;
        this.mailer = mailer;
    }

    void start(String customer, List<Mail> mails) {
        bulkActions.submit(BulkActionRequest.to("default", customer).processor("PROMOTION").maxRps(100.0)
                .with("tenant", "kr").jobs(mails.stream().map(JobRequest::of)).build());
    }

    // @start region=handler :
    @JobHandler(value = "PROMOTION", maxAttempts = 5, backoff = "10s")
    void send(@Valid Mail mail, Job job) {
        mailer.send(mail.to(), mail.text(), job.idempotencyKey());
    }
    // @end

    double percent(String customer) {
        return bulkActions.progress("default", customer).map(GroupProgress::percent).orElse(0.0);
    }
}
