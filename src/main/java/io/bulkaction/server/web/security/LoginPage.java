package io.bulkaction.server.web.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriUtils;

/**
 * The login page, rendered on the server so that it works without scripts: {@code {{key}}} in the page stands for a
 * message or a value, always escaped.
 */
@RestController
final class LoginPage {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z.]+)}}");

    private final String page;
    private final MessageSource messages;
    private final Map<String, String> providers;
    private final long longestLockSeconds;

    LoginPage(MessageSource messages, SecuritySettings settings, SingleSignOn sso) throws IOException {
        this.messages = messages;
        this.providers = sso.providers();
        this.longestLockSeconds = Math.max(1, settings.login().longestLock().toSeconds());
        this.page = new ClassPathResource("pages/login.html").getContentAsString(StandardCharsets.UTF_8);
    }

    /** @param csrf null for a machine, which does not need this page */
    @GetMapping("/login")
    ResponseEntity<String> show(@RequestParam Map<String, String> query, @Nullable CsrfToken csrf, Locale locale) {
        Map<String, String> values = Map.of(
                "lang", locale.toLanguageTag(),
                "notice", notice(query, locale),
                "notice.kind", query.containsKey("logout") ? "info" : "warning",
                "csrf.parameter", csrf == null ? "" : csrf.getParameterName(),
                "csrf.token", csrf == null ? "" : csrf.getToken());
        Matcher placeholders = PLACEHOLDER.matcher(page);
        String html = placeholders.replaceAll(found -> {
            String key = found.group(1);
            if (key.equals("providers")) {
                return Matcher.quoteReplacement(links(locale));
            }
            String value = values.containsKey(key) ? values.get(key) : text(key, locale);
            return Matcher.quoteReplacement(escape(value));
        });
        return ResponseEntity.ok()
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE)
                .header(HttpHeaders.CONTENT_LANGUAGE, locale.toLanguageTag())
                .body(html);
    }

    private String links(Locale locale) {
        return providers.entrySet().stream()
                .map(provider -> "<a class=\"provider\" href=\"oauth2/authorization/%s\">%s</a>".formatted(
                        escape(UriUtils.encodePathSegment(provider.getKey(), StandardCharsets.UTF_8)),
                        escape(text("login.with", locale, provider.getValue()))))
                .collect(Collectors.joining("\n"));
    }

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text, StandardCharsets.UTF_8.name());
    }

    /** The address only selects the notice and can put no text into it. */
    private String notice(Map<String, String> query, Locale locale) {
        if (query.containsKey("locked")) {
            return text("login.locked", locale, seconds(query.get("locked")));
        }
        for (String kind : new String[] {"error", "busy", "denied", "norole", "sso", "expired", "logout"}) {
            if (query.containsKey(kind)) {
                return text("login." + kind, locale);
            }
        }
        return "";
    }

    private long seconds(String text) {
        return text.matches("\\d{1,9}") ? Math.clamp(Long.parseLong(text), 1, longestLockSeconds) : longestLockSeconds;
    }

    private String text(String key, Locale locale, Object... arguments) {
        return messages.getMessage(key, arguments, locale);
    }
}
