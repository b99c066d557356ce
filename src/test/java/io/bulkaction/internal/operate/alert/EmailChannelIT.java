package io.bulkaction.internal.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.junit5.GreenMailExtension;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.AlertSettings;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.mail.MailException;
import org.springframework.mail.javamail.JavaMailSenderImpl;

class EmailChannelIT {

    @RegisterExtension
    static final GreenMailExtension MAIL =
            new GreenMailExtension(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    private final AlertSettings.Email settings =
            new AlertSettings.Email(List.of("ops@example.com", "duty@example.com"), "bulk-action@example.com");

    @Test
    void anAlertAndItsEndComeByMail() throws Exception {
        EmailChannel channel = new EmailChannel(sender(MAIL.getSmtp().getPort()), settings);

        channel.send(WebhookChannelIT.alert(null));
        channel.send(WebhookChannelIT.alert(Instant.ofEpochSecond(90)));

        MimeMessage[] received = MAIL.getReceivedMessages();
        assertThat(received).as("two alerts for two people").hasSize(4);
        MimeMessage raised = find(received, "[bulk-action] CRITICAL: Queue <nas> & co");
        assertThat(raised.getFrom()[0].toString()).isEqualTo("bulk-action@example.com");
        assertThat(raised.getAllRecipients()).hasSize(2);
        assertThat(GreenMailUtil.getBody(raised)).contains("Job 7 failed", "queue: nas-sync", "job: 7");
        MimeMessage resolved = find(received, "[bulk-action] RESOLVED: Queue <nas> & co");
        assertThat(GreenMailUtil.getBody(resolved)).contains("resolved: 1970-01-01T00:01:30Z");
    }

    @Test
    void aTitleWithALineBreakAddsNoHeader() throws Exception {
        Alert sly = new Alert(
                new QueueName("q"), AlertType.INSTANCE_LOST, "x", "lost\r\nBcc: all@example.com", "m", Map.of(),
                Instant.EPOCH, null);
        new EmailChannel(sender(MAIL.getSmtp().getPort()), settings).send(sly);
        MimeMessage received = MAIL.getReceivedMessages()[0];
        assertThat(received.getHeader("Bcc")).isNull();
        assertThat(received.getSubject()).contains("lost\\r\\nBcc: all@example.com");
    }

    @Test
    void aServerThatIsAwayIsAFailure() throws IOException {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        assertThatThrownBy(() -> new EmailChannel(sender(nobody), settings).send(WebhookChannelIT.alert(null)))
                .isInstanceOf(MailException.class);
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            JavaMailSenderImpl sender = sender(mute.getLocalPort());
            sender.getJavaMailProperties().setProperty("mail.smtp.timeout", "300");
            assertThatThrownBy(() -> new EmailChannel(sender, settings).send(WebhookChannelIT.alert(null)))
                    .isInstanceOf(MailException.class);
            assertThat(sender.getJavaMailProperties()).as("the application's own sender").hasSize(1);
        }
    }

    private static MimeMessage find(MimeMessage[] messages, String subject) throws MessagingException {
        for (MimeMessage message : messages) {
            if (message.getSubject().equals(subject)) {
                return message;
            }
        }
        throw new AssertionError("no message with subject " + subject);
    }

    private static JavaMailSenderImpl sender(int port) {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost("127.0.0.1");
        sender.setPort(port);
        return sender;
    }
}
