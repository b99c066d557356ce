package io.bulkaction.internal.web.submit;

import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lines of a table as RFC 4180 describes them, which a spreadsheet can open without running what is in them. */
final class Csv {

    /** Without it Excel takes the text for one in the code page of its machine. */
    static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final String BEGINS_A_FORMULA = "=+-@\t\r";

    private Csv() {}

    static String line(Collection<? extends @Nullable Object> cells) {
        return cells.stream().map(cell -> quoted(Objects.toString(cell, "")))
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String text) {
        String safe = !text.isEmpty() && BEGINS_A_FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0) ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
