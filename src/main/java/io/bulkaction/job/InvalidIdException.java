package io.bulkaction.job;

import org.jspecify.annotations.Nullable;

/** An id that breaks {@link Ids#RULE}. The offending text is shown shortened and with control characters escaped. */
public final class InvalidIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 40;

    public InvalidIdException(String field, @Nullable String id) {
        super(field + " " + shown(id) + " is not allowed: use " + Ids.RULE);
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
