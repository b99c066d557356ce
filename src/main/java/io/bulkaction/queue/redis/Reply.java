package io.bulkaction.queue.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a script returned: a flat list of texts and numbers. */
public record Reply(List<?> values) {

    public int size() {
        return values.size();
    }

    public String text(int index) {
        Object value = values.get(index);
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
    }

    public @Nullable String textOrNull(int index) {
        return values.get(index) == null ? null : text(index);
    }

    public long number(int index) {
        Object value = values.get(index);
        return value instanceof Long number ? number : Long.parseLong(text(index));
    }

    public int count(int index) {
        return Math.toIntExact(number(index));
    }

    public List<String> textsFrom(int index) {
        return java.util.stream.IntStream.range(index, size()).mapToObj(this::text).toList();
    }
}
