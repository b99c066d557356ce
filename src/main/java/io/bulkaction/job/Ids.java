package io.bulkaction.job;

import org.jspecify.annotations.Nullable;

/**
 * The one rule for every id. Ids become parts of Redis keys, so nothing that could end or split a key is allowed; and
 * parts of paths, so nothing that leads a client or a server out of the path it stands in.
 */
public final class Ids {

    public static final int MAX_LENGTH = 128;

    public static final String RULE = "1-" + MAX_LENGTH
            + " characters of A-Z a-z 0-9 . _ : @ / -, and no part between slashes that is '.' or '..'";

    private Ids() {}

    /** Returns the id, or throws an {@link InvalidIdException} that names the field and the rule. */
    public static String require(String field, @Nullable String id) {
        if (id == null || !isValid(id)) {
            throw new InvalidIdException(field, id);
        }
        return id;
    }

    public static boolean isValid(String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            if (!isAllowed(id.charAt(i))) {
                return false;
            }
        }
        return !hasDotSegment(id);
    }

    /**
     * Whether the text, as part of a path, names the place itself or the one above it. Encoding does not help: clients,
     * proxies and servers take {@code %2E} for a dot before they look at the path.
     */
    public static boolean hasDotSegment(String text) {
        int dots = 0; // of the part so far; -1 once it holds anything else
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '/';
            if (c == '/' || c == '\\') {
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
