package io.bulkaction.internal.operate.audit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of an audit trail somebody looks for; what is null fits all.
 *
 * @param who exactly
 * @param action exactly
 * @param text part of the subject or the detail, in upper or lower case
 */
public record AuditFilter(@Nullable String who, @Nullable String action, @Nullable String text) {

    public boolean isEmpty() {
        return who == null && action == null && text == null;
    }

    boolean fits(AuditEntry entry) {
        return (who == null || who.equals(entry.who()))
                && (action == null || action.equals(entry.action()))
                && (text == null || contains(entry.subject(), text) || contains(entry.detail(), text));
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
