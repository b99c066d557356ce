package io.bulkaction.internal.builtin.email;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The server itself is set under {@code spring.mail}.
 *
 * @param from sender of mails that name none; guessed, with a warning, when missing
 * @param replyTo where answers go to mails that name nothing else
 * @param messageIdDomain right side of every Message-ID; the sender's domain when none is given
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
