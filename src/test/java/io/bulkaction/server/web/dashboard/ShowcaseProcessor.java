package io.bulkaction.server.web.dashboard;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import java.net.SocketTimeoutException;

/** Sends no mail, but fails as with a real mail server, depending on the address. */
class ShowcaseProcessor implements JobProcessor {

    static final String TYPE = "SEND_EMAIL";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public JobResult process(Job job) throws Exception {
        if (job.payload().contains("@unknown.")) {
            return JobResult.permanent("SMTP_550",
                    "550 5.1.1 The email account that you tried to reach does not exist");
        }
        if (job.payload().contains("@full.")) {
            return JobResult.permanent("SMTP_552", "552 5.2.2 Mailbox full");
        }
        throw new IllegalStateException(
                "Could not deliver to mx1.slow.example:25", new SocketTimeoutException("Read timed out after 5000 ms"));
    }
}
