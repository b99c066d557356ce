package io.bulkaction.internal.builtin.email;

import static io.bulkaction.internal.builtin.PayloadRules.require;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One mail.
 *
 * @param to one address or a list; the same for cc and bcc
 * @param body plain text, or HTML when {@code html} is true
 * @param html the HTML version beside a plain body, or true when the body itself is HTML
 */
record MailPayload(
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable List<String> to,
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable List<String> cc,
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable List<String> bcc,
        @Nullable String subject,
        @Nullable String body,
        @Nullable JsonNode html,
        @Nullable String from,
        @Nullable String replyTo,
        @Nullable Map<String, String> headers) {

    private static final Pattern HEADER_NAME = Pattern.compile("[!-9;-~]{1,76}");

    /** Headers that decide who gets the mail or how it is read: they have a field of their own, or we set them. */
    private static final Set<String> RESERVED = Set.of(
            "from",
            "sender",
            "to",
            "cc",
            "bcc",
            "reply-to",
            "subject",
            "date",
            "message-id",
            "mime-version",
            "return-path",
            "received",
            "dkim-signature",
            "authentication-results");

    MailPayload {
        to = to == null ? List.of() : to;
        cc = cc == null ? List.of() : cc;
        bcc = bcc == null ? List.of() : bcc;
        headers = headers == null ? Map.of() : headers;
        require(subject != null, "subject is missing");
        require(isOneLine(subject), "subject must be one line");
        require(html == null || html.isNull() || html.isBoolean() || html.isString(), "html must be a text or true");
        require(body != null || html != null && html.isString(), "body is missing");
        headers.forEach(MailPayload::checkHeader);
        require(!MailAddresses.parse("to", to).isEmpty(), "to is missing");
        MailAddresses.parse("cc", cc);
        MailAddresses.parse("bcc", bcc);
        require(from == null || MailAddresses.parse("from", List.of(from)).size() == 1, "from must be one address");
        require(replyTo == null || !MailAddresses.parse("replyTo", List.of(replyTo)).isEmpty(), "replyTo is empty");
    }

    @Nullable
    String plainPart() {
        return isBodyHtml() ? null : body;
    }

    @Nullable
    String htmlPart() {
        if (isBodyHtml()) {
            return body;
        }
        return html != null && html.isString() ? html.stringValue() : null;
    }

    private boolean isBodyHtml() {
        return html != null && html.isBoolean() && html.booleanValue();
    }

    private static void checkHeader(String name, @Nullable String value) {
        require(HEADER_NAME.matcher(name).matches(), "headers contains a name that is not allowed in mail");
        String lower = name.toLowerCase(Locale.ROOT);
        require(
                !RESERVED.contains(lower) && !lower.startsWith("content-") && !lower.startsWith("resent-"),
                "header " + name + " cannot be set by a payload");
        require(value != null && isOneLine(value), "header " + name + " must be one line of text");
    }

    private static boolean isOneLine(String text) {
        return text.chars().noneMatch(c -> c < ' ' && c != '\t' || c == 0x7f);
    }
}
