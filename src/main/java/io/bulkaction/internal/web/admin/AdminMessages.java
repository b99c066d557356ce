package io.bulkaction.internal.web.admin;

import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.stereotype.Component;

/** The messages in answers to administrators, in their language. */
@Component
final class AdminMessages {

    private final MessageSource messages;

    AdminMessages(MessageSource messages) {
        this.messages = messages;
    }

    String text(String key, Object... arguments) {
        return messages.getMessage(key, arguments, LocaleContextHolder.getLocale());
    }
}
