package io.bulkaction.internal.builtin.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.junit5.GreenMailExtension;
import com.icegreen.greenmail.util.ServerSetup;
import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mail.javamail.JavaMailSenderImpl;

class SendEmailProcessorIT {

    @RegisterExtension
    static final GreenMailExtension SERVER = new GreenMailExtension(
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP))
            .withConfiguration(GreenMailConfiguration.aConfig().withDisabledAuthentication())
            .withPerMethodLifecycle(true);

    @Test
    void sendsAPlainMailAndReturnsItsMessageId() throws Exception {
        JobResult result = process("{\"to\":\"kim@example.com\",\"subject\":\"안녕\",\"body\":\"Grüße\"}");

        MimeMessage mail = onlyMail();
        assertThat(mail.getSubject()).isEqualTo("안녕");
        assertThat(mail.getContent().toString().strip()).isEqualTo("Grüße");
        assertThat(mail.isMimeType("text/plain")).isTrue();
        assertThat(mail.getFrom()[0]).hasToString("Shop <shop@shop.example>");
        assertThat(mail.getMessageID()).isEqualTo("<job-1.customer-A.default@shop.example>");
        assertThat(mail.getSentDate()).isNotNull();
        assertThat(result)
                .isEqualTo(JobResult.success(Map.of(
                        "to", List.of("kim@example.com"),
                        "subject", "안녕",
                        "messageId", "<job-1.customer-A.default@shop.example>")));
    }

    @Test
    void sendsTextAndHtmlAsAlternatives() throws Exception {
        process("{\"to\":\"kim@example.com\",\"subject\":\"s\",\"body\":\"plain\",\"html\":\"<b>rich</b>\"}");

        String raw = new String(onlyMail().getRawInputStream().readAllBytes());
        assertThat(onlyMail().getContent()).isInstanceOf(MimeMultipart.class);
        assertThat(raw).contains("multipart/alternative", "text/plain", "plain", "text/html", "<b>rich</b>");
    }

    @Test
    void sendsTheBodyAsHtmlWhenAsked() throws Exception {
        process("{\"to\":\"kim@example.com\",\"subject\":\"s\",\"body\":\"<b>rich</b>\",\"html\":true}");

        assertThat(onlyMail().isMimeType("text/html")).isTrue();
    }

    @Test
    void thePayloadNamesRecipientsSenderAndHeaders() throws Exception {
        process(
                """
                        {"to":["kim@example.com","Lee <lee@example.com>"],"cc":"park@example.com","bcc":"spy@example.com",
                         "subject":"s","body":"b","from":"Other <other@else.example>","replyTo":"help@else.example",
                         "headers":{"X-Campaign":"spring 봄","List-Unsubscribe":"<https://shop.example/u>"}}
                        """);

        assertThat(SERVER.getReceivedMessages()).hasSize(4);
        MimeMessage mail = SERVER.getReceivedMessages()[0];
        assertThat(addresses(mail, Message.RecipientType.TO))
                .containsExactly("kim@example.com", "Lee <lee@example.com>");
        assertThat(addresses(mail, Message.RecipientType.CC)).containsExactly("park@example.com");
        assertThat(mail.getHeader("Bcc")).isNull();
        assertThat(mail.getFrom()[0]).hasToString("Other <other@else.example>");
        assertThat(mail.getReplyTo()[0]).hasToString("help@else.example");
        assertThat(mail.getHeader("X-Campaign")[0]).startsWith("=?UTF-8?");
        assertThat(mail.getHeader("List-Unsubscribe")[0]).isEqualTo("<https://shop.example/u>");
        assertThat(mail.getMessageID()).endsWith("@else.example>");
    }

    @Test
    void everyAttemptHasTheSameMessageIdAndEveryJobItsOwn() throws Exception {
        Job first = Jobs.of("SEND_EMAIL", "{\"to\":\"kim@example.com\",\"subject\":\"s\",\"body\":\"b\"}", 1, 0);
        Job again = Jobs.of("SEND_EMAIL", first.payload(), 2, 1);

        processor().process(first);
        processor().process(again);
        processor().process(Jobs.withId(first, "promo/42:a@b..c"));

        MimeMessage[] mails = SERVER.getReceivedMessages();
        assertThat(mails[0].getMessageID()).isEqualTo(mails[1].getMessageID());
        assertThat(mails[2].getMessageID()).isEqualTo("<promo=2f42=3aa=40b=2e=2ec.customer-A.default@shop.example>");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"subject\":\"s\",\"body\":\"b\"}",
        "{\"to\":[],\"subject\":\"s\",\"body\":\"b\"}",
        "{\"to\":\"nobody\",\"subject\":\"s\",\"body\":\"b\"}",
        "{\"to\":\"a@b.c\\r\\nBcc: x@y.z\",\"subject\":\"s\",\"body\":\"b\"}",
        "{\"to\":\"a@b.c\",\"body\":\"b\"}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\\r\\nBcc: x@y.z\",\"body\":\"b\"}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\"}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"html\":true}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"html\":5}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"from\":\"a@b.c, d@e.f\"}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"replyTo\":\"x\"}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"headers\":{\"Bcc\":\"x@y.z\"}}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"headers\":{\"Content-Type\":\"x\"}}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"headers\":{\"X A\":\"x\"}}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"headers\":{\"X\":\"x\\nBcc: y@z.a\"}}",
        "{\"to\":\"a@b.c\",\"subject\":\"s\",\"body\":\"b\",\"ccc\":\"x@y.z\"}",
        "nonsense"
    })
    void aPayloadThatBreaksTheRulesSendsNothing(String payload) throws Exception {
        JobResult result = process(payload);

        assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("BAD_PAYLOAD");
            assertThat(failure.message()).doesNotContain("a@b.c", "x@y.z");
            assertThat(failure.retryable()).isFalse();
        });
        assertThat(SERVER.getReceivedMessages()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"mailer@shop.example, mailer@shop.example", "mailer, @"})
    void aMailThatNamesNoSenderComesFromTheAccountOrThisMachine(String account, String from) throws Exception {
        JavaMailSenderImpl sender = sender();
        sender.setUsername(account);
        sender.setPassword("secret");

        JobResult result = processor(new SendEmailSettings(true, null, null, null), sender)
                .process(Jobs.of("SEND_EMAIL", "{\"to\":\"kim@example.com\",\"subject\":\"s\",\"body\":\"b\"}"));

        assertThat(result).isInstanceOf(JobResult.Success.class);
        assertThat(onlyMail().getFrom()[0].toString()).contains(from);
    }

    @Test
    void theSettingsNameReplyToAndTheDomainOfMessageIds() throws Exception {
        processor(new SendEmailSettings(true, "a@shop.example", "Help <help@shop.example>", "ids.example"), sender())
                .process(Jobs.of("SEND_EMAIL", "{\"to\":\"kim@example.com\",\"subject\":\"s\",\"body\":\"b\"}"));

        assertThat(onlyMail().getReplyTo()[0]).hasToString("Help <help@shop.example>");
        assertThat(onlyMail().getMessageID()).endsWith("@ids.example>");
    }

    private static JobResult process(String payload) throws Exception {
        return processor().process(Jobs.of("SEND_EMAIL", payload));
    }

    private static SendEmailProcessor processor() {
        return processor(new SendEmailSettings(true, "Shop <shop@shop.example>", null, null), sender());
    }

    private static SendEmailProcessor processor(SendEmailSettings settings, JavaMailSenderImpl sender) {
        return new SendEmailProcessor(sender, new MailComposer(settings, DefaultSender.of(settings, sender)));
    }

    private static JavaMailSenderImpl sender() {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost("127.0.0.1");
        sender.setPort(SERVER.getSmtp().getPort());
        return sender;
    }

    private static MimeMessage onlyMail() {
        assertThat(SERVER.getReceivedMessages()).hasSize(1);
        return SERVER.getReceivedMessages()[0];
    }

    private static Stream<String> addresses(MimeMessage mail, Message.RecipientType type) throws Exception {
        return Stream.of(mail.getRecipients(type)).map(Object::toString);
    }
}
