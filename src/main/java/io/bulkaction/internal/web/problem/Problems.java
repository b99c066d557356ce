package io.bulkaction.internal.web.problem;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.LocaleResolver;

/** Makes problems in the language of the caller. */
@Component
public final class Problems {

    private static final String RETRY_AFTER_SECONDS = "5";

    private final MessageSource messages;
    private final LocaleResolver locales;

    Problems(MessageSource messages, LocaleResolver locales) {
        this.messages = messages;
        this.locales = locales;
    }

    public Problem of(ProblemType type, HttpServletRequest request, Object... arguments) {
        Locale locale = locales.resolveLocale(request);
        String key = "problem." + type.code();
        String title = messages.getMessage(key + ".title", null, type.status().getReasonPhrase(), locale);
        // why no default here: it would be read as a pattern and lose its quotes
        String detail = messages.getMessage(key + ".detail", arguments, null, locale);
        return new Problem(
                type.uri(),
                String.valueOf(title),
                type.status().value(),
                detail == null ? onlyText(arguments) : detail,
                request.getRequestURI(),
                type.code(),
                List.of(),
                List.of(),
                null);
    }

    String text(String key, HttpServletRequest request, Object... arguments) {
        return messages.getMessage(key, arguments, locales.resolveLocale(request));
    }

    /** Headers that go with every problem of this type. */
    public HttpHeaders headers(ProblemType type) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE);
        if (type.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        if (type.status() == HttpStatus.REQUEST_TIMEOUT) {
            headers.setConnection("close");
        }
        return headers;
    }

    private static @Nullable String onlyText(Object[] arguments) {
        return arguments.length == 1 && arguments[0] instanceof String text ? text : null;
    }
}
