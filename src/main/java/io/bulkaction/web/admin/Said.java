package io.bulkaction.web.admin;

import io.bulkaction.operate.Actor;
import io.bulkaction.web.security.CurrentUser;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.stereotype.Component;

/** What is said to an administrator, in their language, and who they are. */
@Component
final class Said {

    private final MessageSource messages;

    Said(MessageSource messages) {
        this.messages = messages;
    }

    String text(String key, Object... arguments) {
        return messages.getMessage(key, arguments, LocaleContextHolder.getLocale());
    }

    Actor actor(HttpServletRequest request) {
        return new Actor(CurrentUser.name(), request.getRemoteAddr());
    }
}
