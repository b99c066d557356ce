package io.bulkaction.internal.builtin.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mail.javamail.JavaMailSenderImpl;

class SmtpFailureIT {

    private static final Job MAIL = Jobs.of(
            "SEND_EMAIL", "{\"to\":[\"a@example.com\",\"b@example.com\"],\"subject\":\"s\",\"body\":\"secret\"}");

    @ParameterizedTest
    @CsvSource(textBlock = """
            MAIL,      451 try later,                SMTP_451, true
            MAIL,      550 5.7.1 not you,            SMTP_550, false
            <b@,       550-5.1.1 unknown b@example.com, SMTP_550, false
            <b@,       450 4.2.1 mailbox busy,       SMTP_450, true
            DATA,      554 no,                       SMTP_554, false
            .,         552 too large,                SMTP_552, false
            .,         421 closing,                  SMTP_421, true
            CONNECT,   421 busy,                     SMTP_UNREACHABLE, true
            """)
    void anAnswerOf4xxIsRetriedAnd5xxIsNot(String when, String answer, String code, boolean retryable)
            throws Exception {
        String text = answer.contains("-") ? answer + "\r\n550 over" : answer;
        try (ScriptedSmtp server = new ScriptedSmtp(Map.of(when, text))) {
            JobResult.Failure failure = (JobResult.Failure) processor(server.port(), Map.of()).process(MAIL);

            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.retryable()).isEqualTo(retryable);
            assertThat(failure.message()).doesNotContain("example.com", "secret");
        }
    }

    @Test
    void oneRecipientRefusedForGoodOutweighsOneRefusedForNow() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(Map.of("<a@", "450 busy", "<b@", "550 unknown"))) {
            JobResult.Failure failure = (JobResult.Failure) processor(server.port(), Map.of()).process(MAIL);

            assertThat(failure.code()).isEqualTo("SMTP_550");
        }
    }

    @Test
    void aMailThatReachedSomeRecipientsIsNotSentAgain() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(Map.of("<b@", "450 busy"))) {
            JobResult result = processor(server.port(), Map.of("mail.smtp.sendpartial", "true")).process(MAIL);

            assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
                assertThat(failure.code()).isEqualTo("SMTP_PARTLY_SENT");
                assertThat(failure.retryable()).isFalse();
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"535 5.7.8 bad credentials, SMTP_535, false", "454 4.7.0 try later, SMTP_454, true"})
    void aRefusedLoginIsClassifiedByItsAnswer(String answer, String code, boolean retryable) throws Exception {
        Map<String, String> script =
                Map.of("EHLO", "250-me\r\n250 AUTH PLAIN", "AUTH", answer);
        try (ScriptedSmtp server = new ScriptedSmtp(script)) {
            JavaMailSenderImpl sender = sender(server.port(), Map.of("mail.smtp.auth", "true"));
            sender.setUsername("user");
            sender.setPassword("secret");

            JobResult.Failure failure = (JobResult.Failure) processor(sender).process(MAIL);

            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.retryable()).isEqualTo(retryable);
        }
    }

    @Test
    void anUnreachableServerIsRetried() throws Exception {
        int port;
        try (ScriptedSmtp server = new ScriptedSmtp(Map.of())) {
            port = server.port();
        }

        assertThat(processor(port, Map.of()).process(MAIL))
                .isEqualTo(JobResult.failure("SMTP_UNREACHABLE", "no answer from the mail server", true));
    }

    @Test
    void aSilentServerEndsInATimeout() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(Map.of("MAIL", ""))) {
            JobResult result = processor(server.port(), Map.of("mail.smtp.timeout", "200")).process(MAIL);

            assertThat(result)
                    .isInstanceOfSatisfying(
                            JobResult.Failure.class, failure -> assertThat(failure.retryable()).isTrue());
        }
    }

    @Test
    void anInterruptEndsTheWaitForASilentServer() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(Map.of("MAIL", ""))) {
            CompletableFuture<Object> end = new CompletableFuture<>();
            Thread worker = Thread.ofVirtual().start(() -> {
                try {
                    end.complete(processor(server.port(), Map.of()).process(MAIL));
                } catch (Exception e) {
                    end.complete(e);
                }
            });
            await().until(() -> worker.getState() == Thread.State.WAITING);

            worker.interrupt();

            assertThat(end.get(2, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        }
    }

    private static SendEmailProcessor processor(int port, Map<String, String> properties) {
        return processor(sender(port, properties));
    }

    private static SendEmailProcessor processor(JavaMailSenderImpl sender) {
        SendEmailSettings settings = new SendEmailSettings(true, "shop@example.com", null, null);
        return new SendEmailProcessor(sender, new MailComposer(settings, DefaultSender.of(settings, sender)));
    }

    private static JavaMailSenderImpl sender(int port, Map<String, String> properties) {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost("127.0.0.1");
        sender.setPort(port);
        sender.getJavaMailProperties().putAll(properties);
        return sender;
    }
}
