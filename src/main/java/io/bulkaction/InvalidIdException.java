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

    /** What it has to be. */
    private final String rule;

    /**
     * Used by the library.
     *
     * @param field what the id is for
     * @param id the id, or null when it is missing
     */
    public InvalidIdException(String field, @Nullable String id) {
        this(field, id, Ids.RULE);
    }

    /** @param rule what the id has to be, where that is more than {@link Ids#RULE} */
    InvalidIdException(String field, @Nullable String id, String rule) {
        super(field + " " + shown(id) + " is not allowed: use " + rule);
        this.field = field;
        this.rule = rule;
    }

    /** For where the id itself must not be shown. */
    String messageWithoutId() {
        return field + " must be " + rule;
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
