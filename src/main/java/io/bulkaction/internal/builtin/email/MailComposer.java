package io.bulkaction.internal.builtin.email;

import io.bulkaction.Job;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.mail.javamail.MimeMessageHelper;

/** Turns a payload into a MIME message. */
final class MailComposer {

    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    private final SendEmailSettings settings;
    private final InternetAddress defaultSender;

    MailComposer(SendEmailSettings settings, InternetAddress defaultSender) {
        this.settings = settings;
        this.defaultSender = defaultSender;
    }

    void compose(MimeMessage message, Job job, MailPayload mail) throws MessagingException {
        String plain = mail.plainPart();
        String html = mail.htmlPart();
        InternetAddress from =
                mail.from() == null ? defaultSender : MailAddresses.parse("from", List.of(mail.from())).getFirst();
        MimeMessageHelper helper = new MimeMessageHelper(message, plain != null && html != null, UTF_8);
        helper.setFrom(from);
        helper.setTo(array(MailAddresses.parse("to", mail.to())));
        helper.setCc(array(MailAddresses.parse("cc", mail.cc())));
        helper.setBcc(array(MailAddresses.parse("bcc", mail.bcc())));
        String replyTo = mail.replyTo() == null ? settings.replyTo() : mail.replyTo();
        if (replyTo != null) {
            message.setReplyTo(array(MailAddresses.parse("replyTo", List.of(replyTo))));
        }
        helper.setSubject(mail.subject());
        setText(helper, plain, html);
        helper.setSentDate(new Date());
        for (Map.Entry<String, String> header : mail.headers().entrySet()) {
            message.setHeader(header.getKey(), folded(header.getKey(), header.getValue()));
        }
        message.setHeader("Message-ID", MessageIds.of(job, domain(from)));
    }

    private static void setText(MimeMessageHelper helper, @Nullable String plain, @Nullable String html)
            throws MessagingException {
        if (plain != null && html != null) {
            helper.setText(plain, html);
        } else if (html != null) {
            helper.setText(html, true);
        } else if (plain != null) {
            helper.setText(plain, false);
        }
    }

    private String domain(InternetAddress from) {
        String domain = settings.messageIdDomain();
        return domain == null ? from.getAddress().substring(from.getAddress().lastIndexOf('@') + 1) : domain;
    }

    private static String folded(String name, String value) {
        try {
            return MimeUtility.fold(name.length() + 2, MimeUtility.encodeText(value, UTF_8, null));
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException("every JDK has UTF-8", e);
        }
    }

    private static InternetAddress[] array(List<InternetAddress> addresses) {
        return addresses.toArray(InternetAddress[]::new);
    }
}
