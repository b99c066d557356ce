package io.bulkaction.job;

import org.jspecify.annotations.Nullable;

/** The one rule for every id. Ids become parts of Redis keys, so nothing that could end or split a key is allowed. */
public final class Ids {

    public static final int MAX_LENGTH = 128;

    public static final String RULE = "1-" + MAX_LENGTH + " characters of A-Z a-z 0-9 . _ : @ / -";

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
        return true;
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '-' && c <= ':') || c == '_' || c == '@';
    }
}
