package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * The one rule for the names of queues, groups, jobs and processor types. Names become parts of Redis keys, so nothing that
 * could end or split a key is allowed; and parts of URL paths, so nothing that leads out of a path.
 */
public final class Ids {

    /** The longest id, in characters. */
    public static final int MAX_LENGTH = 128;

    /** The rule in words, as exceptions quote it. */
    public static final String RULE = "1-" + MAX_LENGTH
            + " characters of A-Z a-z 0-9 . _ : @ / -, and no part between slashes that is '.' or '..'";

    private Ids() {}

    /**
     * Says whether an id keeps the {@linkplain #RULE rule}.
     *
     * @param id the id
     * @return false when it breaks the rule or is null
     */
    public static boolean isValid(@Nullable String id) {
        if (id == null || id.isEmpty() || id.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            if (!isAllowed(id.charAt(i))) {
                return false;
            }
        }
        return !hasDotSegment(id);
    }

    /** Returns the id, or throws an {@link InvalidIdException} that names the field and the rule. */
    static String require(String field, @Nullable String id) {
        if (id == null || !isValid(id)) {
            throw new InvalidIdException(field, id);
        }
        return id;
    }

    /**
     * Whether the text, as part of a path, names the directory itself or the one above it. Encoding does not help: clients,
     * proxies and servers take {@code %2E} for a dot before they look at the path.
     */
    private static boolean hasDotSegment(String text) {
        int dots = 0; // of the part so far; -1 once it holds anything else
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '/';
            if (c == '/') {
                if (dots == 1 || dots == 2) {
                    return true;
                }
                dots = 0;
            } else {
                dots = c == '.' && dots >= 0 ? dots + 1 : -1;
            }
        }
        return false;
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '-' && c <= ':') || c == '_' || c == '@';
    }
}
