package io.bulkaction.internal.builtin.email;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.util.Map;
import org.springframework.mail.MailException;
import org.springframework.mail.javamail.JavaMailSender;

/** Sends one mail per job. A crash between sending and acknowledging sends it again, with the same Message-ID. */
final class SendEmailProcessor implements JobProcessor {

    private final JavaMailSender sender;
    private final MailComposer composer;
    private final PayloadReader<MailPayload> payloads = PayloadReader.strict(MailPayload.class);

    SendEmailProcessor(JavaMailSender sender, MailComposer composer) {
        this.sender = sender;
        this.composer = composer;
    }

    @Override
    public String type() {
        return "SEND_EMAIL";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, mail -> send(job, mail));
    }

    private JobResult send(Job job, MailPayload mail) throws MessagingException, InterruptedException {
        MimeMessage message = sender.createMimeMessage();
        composer.compose(message, job, mail);
        try {
            sender.send(message);
        } catch (MailException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException("sending interrupted").initCause(e);
            }
            return SmtpFailure.classify(e);
        }
        return JobResult.success(
                Map.of("to", mail.to(), "subject", mail.subject(), "messageId", message.getMessageID()));
    }
}
