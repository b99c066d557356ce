package io.bulkaction.internal.builtin.email;

import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Sender of mails that name none: from the settings, else the account at the mail server, else this machine. */
final class DefaultSender {

    private static final Logger log = LoggerFactory.getLogger(DefaultSender.class);

    private DefaultSender() {}

    static InternetAddress of(SendEmailSettings settings, JavaMailSender sender) {
        if (settings.from() != null) {
            return MailAddresses.parse("from", List.of(settings.from())).getFirst();
        }
        InternetAddress guessed = Stream.of(account(sender), local(), "bulk-action@localhost")
                .filter(Objects::nonNull)
                .filter(DefaultSender::isAddress)
                .map(address -> MailAddresses.parse("from", List.of(address)).getFirst())
                .findFirst()
                .orElseThrow();
        log.warn("bulk-action.processors.send-email.from is not set: mails without a sender come from {}", guessed);
        return guessed;
    }

    private static @Nullable String account(JavaMailSender sender) {
        return sender instanceof JavaMailSenderImpl smtp ? smtp.getUsername() : null;
    }

    private static @Nullable String local() {
        InternetAddress local = InternetAddress.getLocalAddress(null);
        return local == null ? null : local.getAddress();
    }

    private static boolean isAddress(String text) {
        try {
            return MailAddresses.parse("from", List.of(text)).size() == 1;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
