package io.bulkaction.internal.web.access;

import io.bulkaction.TenantId;
import io.bulkaction.internal.logging.OneLine;
import java.util.regex.Pattern;

/**
 * A name, or all names with the same beginning: {@code acme/*}.
 *
 * @param text the name, or the beginning without its star
 * @param isOpen whether anything may follow
 */
public record NamePattern(String text, boolean isOpen) {

    private static final String STAR = "*";
    private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9._:@/-]{0,128}");

    /** @throws IllegalArgumentException for a star that is not the last character, and for what is in no name */
    public static NamePattern of(String entry) {
        boolean isOpen = entry.endsWith(STAR);
        String text = isOpen ? entry.substring(0, entry.length() - 1) : entry;
        if (text.contains(STAR)) {
            throw new IllegalArgumentException("'" + OneLine.of(entry) + "' has a star that is not at its end");
        }
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + OneLine.of(entry)
                    + "' is no name: use 1-128 characters of A-Z a-z 0-9 . _ : @ / -, and a star at the end");
        }
        if (entry.isEmpty()) {
            throw new IllegalArgumentException("a name must not be empty");
        }
        return new NamePattern(text, isOpen);
    }

    boolean matches(String name) {
        return isOpen ? name.startsWith(text) : name.equals(text);
    }

    /** Whether it matches everything that the other one matches. */
    boolean contains(NamePattern other) {
        return isOpen ? other.text.startsWith(text) : equals(other);
    }

    /** As it is written in the settings. */
    @Override
    public String toString() {
        return isOpen ? text + STAR : text;
    }

    /** Whether every group that the tenant has or may have matches. */
    boolean coversAllOf(TenantId tenant) {
        return isOpen && (tenant + "/").startsWith(text);
    }
}
