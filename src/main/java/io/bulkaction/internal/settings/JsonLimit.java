package io.bulkaction.internal.settings;

import java.nio.charset.StandardCharsets;

/**
 * How large a JSON text may be.
 *
 * @param bytes in UTF-8
 * @param setting that says so
 */
public record JsonLimit(long bytes, String setting) {

    public boolean isExceededBy(String json) {
        // why the first test: most texts are far from the limit and need no second look
        return json.length() * 3L > bytes && json.getBytes(StandardCharsets.UTF_8).length > bytes;
    }

    @Override
    public String toString() {
        return bytes + " bytes (" + setting + ")";
    }
}
