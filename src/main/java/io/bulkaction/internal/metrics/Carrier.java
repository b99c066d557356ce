package io.bulkaction.internal.metrics;

import java.util.Map;
import java.util.TreeMap;

/** What a tracer attaches to a message, such as {@code traceparent}, as one text that a job can carry. */
final class Carrier {

    private static final int MAX_CHARS = 1_000;

    /** Not a line break: a claimed job comes as lines, and this is one of them. */
    private static final String BETWEEN = "\t";

    private Carrier() {}

    /** Empty if there is nothing to carry. Leaves out what does not fit: a job is worth more than its trace. */
    static String write(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> {
            boolean fits = text.length() + name.length() + value.length() < MAX_CHARS;
            if (fits && name.indexOf('=') < 0 && (name + value).chars().noneMatch(Character::isISOControl)) {
                text.append(text.isEmpty() ? "" : BETWEEN).append(name).append('=').append(value);
            }
        });
        return text.toString();
    }

    static Map<String, String> read(String text) {
        Map<String, String> values = new TreeMap<>();
        for (String entry : text.split(BETWEEN)) {
            int split = entry.indexOf('=');
            if (split > 0) {
                values.put(entry.substring(0, split), entry.substring(split + 1));
            }
        }
        return values;
    }
}
