package io.bulkaction.metrics;

import java.util.Map;
import java.util.TreeMap;

/** What a tracer puts beside a message, such as {@code traceparent}, as one text that a job can carry. */
final class Carrier {

    private static final int MOST_CHARS = 1_000;

    private Carrier() {}

    /** Empty when there is nothing to carry; what does not fit is left out, a trace is not worth a job. */
    static String write(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> {
            boolean fits = text.length() + name.length() + value.length() < MOST_CHARS;
            if (fits && name.indexOf('=') < 0 && value.indexOf('\n') < 0) {
                text.append(text.isEmpty() ? "" : "\n").append(name).append('=').append(value);
            }
        });
        return text.toString();
    }

    static Map<String, String> read(String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines().forEach(line -> {
            int split = line.indexOf('=');
            if (split > 0) {
                values.put(line.substring(0, split), line.substring(split + 1));
            }
        });
        return values;
    }
}
