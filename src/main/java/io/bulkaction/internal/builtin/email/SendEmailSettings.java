package io.bulkaction.internal.builtin.email;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The mail server is set under {@code spring.mail}.
 *
 * @param enabled Whether this process sends mails. Also needs spring.mail.host.
 * @param from Sender of mails that name none. If it is not set, it is guessed and a warning is logged.
 * @param replyTo Where answers go to mails that name no address for them.
 * @param messageIdDomain Right side of every Message-ID. By default the domain of the sender.
 */
@Validated
@ConfigurationProperties("bulk-action.processors.send-email")
record SendEmailSettings(
        @DefaultValue("false") boolean enabled,
        @Nullable String from,
        @Nullable String replyTo,
        @Nullable @Pattern(regexp = "[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*") String messageIdDomain) {

    @AssertTrue(message = "from must be one mail address such as Shop <shop@example.com>")
    boolean isFromAnAddress() {
        return from == null || count(from) == 1;
    }

    @AssertTrue(message = "reply-to must be a mail address such as Shop <shop@example.com>")
    boolean isReplyToAnAddress() {
        return replyTo == null || count(replyTo) >= 1;
    }

    private static int count(String addresses) {
        try {
            return MailAddresses.parse("address", List.of(addresses)).size();
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
