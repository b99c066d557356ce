package io.bulkaction.operate;

import java.util.stream.Collectors;

/** Text from outside as it may stand in a log or a subject: no line breaks, nothing that moves a cursor, not too long. */
public final class OneLine {

    private static final int LONGEST = 300;

    private OneLine() {}

    public static String of(String text) {
        String line = text.codePoints()
                .limit(LONGEST)
                .mapToObj(c -> Character.isISOControl(c) || Character.getType(c) == Character.LINE_SEPARATOR
                        ? " "
                        : Character.toString(c))
                .collect(Collectors.joining());
        return text.codePoints().skip(LONGEST).findAny().isPresent() ? line + "…" : line;
    }
}
