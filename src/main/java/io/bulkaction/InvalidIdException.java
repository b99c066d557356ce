package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * The name of a queue, a group, a job or a processor type breaks the {@linkplain Ids#RULE rule for ids}. The message shows
 * the name shortened and with control characters escaped.
 */
public final class InvalidIdException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 40;

    /** What the id is for. */
    private final String field;

    /**
     * Used by the library.
     *
     * @param field what the id is for
     * @param id the id, or null when it is missing
     */
    public InvalidIdException(String field, @Nullable String id) {
        super(field + " " + shown(id) + " is not allowed: use " + Ids.RULE);
        this.field = field;
    }

    /** For where the id itself must not be shown. */
    String messageWithoutId() {
        return field + " must be " + Ids.RULE;
    }

    private static String shown(@Nullable String id) {
        if (id == null) {
            return "is missing and null";
        }
        StringBuilder text = new StringBuilder("'");
        id.codePoints().limit(SHOWN).forEach(c -> {
            if (c < ' ' || c > '~') {
                text.append(String.format("\\u%04x", c));
            } else {
                text.appendCodePoint(c);
            }
        });
        return text.append(id.length() > SHOWN ? "…'" : "'").toString();
    }
}
