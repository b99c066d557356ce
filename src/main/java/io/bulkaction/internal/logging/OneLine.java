package io.bulkaction.internal.logging;

import org.jspecify.annotations.Nullable;

/**
 * Makes text from outside safe for a log line or a subject: characters that end a line, move the cursor, change the
 * reading direction or are invisible are escaped as in JSON.
 */
public final class OneLine {

    private static final int LONGEST = 300;

    private OneLine() {}

    /** Escaped and not too long. */
    public static String of(@Nullable String text) {
        if (text == null || text.codePointCount(0, text.length()) <= LONGEST) {
            return escaped(String.valueOf(text));
        }
        return escaped(text.substring(0, text.offsetByCodePoints(0, LONGEST))) + "…";
    }

    /** Escaped, however long. */
    public static String escaped(String text) {
        return text.codePoints().noneMatch(OneLine::isUnsafe) ? text : escape(text, false);
    }

    /** Escaped but for line breaks and tabs: for a text of several lines that nobody outside can influence. */
    public static String escapedLines(String text) {
        return text.codePoints().noneMatch(OneLine::isUnsafe) ? text : escape(text, true);
    }

    private static String escape(String text, boolean keepLines) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (!isUnsafe(c) || keepLines && (c == '\n' || c == '\r' || c == '\t')) {
                safe.appendCodePoint(c);
                return;
            }
            switch (c) {
                case '\n' -> safe.append("\\n");
                case '\r' -> safe.append("\\r");
                case '\t' -> safe.append("\\t");
                default -> Character.toString(c).chars()
                        .forEach(unit -> safe.append(String.format("\\u%04x", unit)));
            }
        });
        return safe.toString();
    }

    private static boolean isUnsafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            // why: these change the reading direction or are invisible
            case Character.FORMAT -> true;
            default -> false;
        };
    }
}
