package io.bulkaction.internal.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a script returned, read by the names that its header gives under RETURNS. */
public final class Reply {

    private final List<?> values;
    private final ScriptHeader.Returned names;
    private final int from;

    Reply(List<?> values, ScriptHeader.Returned names) {
        this(values, names, 0);
    }

    private Reply(List<?> values, ScriptHeader.Returned names, int from) {
        this.values = values;
        this.names = names;
        this.from = from;
    }

    public String text(String name) {
        return text(index(name));
    }

    /** Null where Lua returned false or nil. */
    public @Nullable String textOrNull(String name) {
        int index = index(name);
        return values.get(index) == null ? null : text(index);
    }

    public long number(String name) {
        return number(index(name));
    }

    public int count(String name) {
        return Math.toIntExact(number(name));
    }

    /** Of a value that the header calls {@code 1|0}. */
    public boolean flag(String name) {
        return number(name) == 1;
    }

    /** Whether the script returned nothing at all, as a header says where it may. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** What follows the named values, as many at a time as the header says {@code then for each ...}. */
    public List<Reply> rows() {
        int first = from + names.values().size();
        int width = names.row().size();
        ScriptHeader.Returned row = new ScriptHeader.Returned(names.row(), List.of());
        return IntStream.range(0, width == 0 ? 0 : (values.size() - first) / width)
                .mapToObj(i -> new Reply(values, row, first + i * width))
                .toList();
    }

    /** The same where each is a single text. */
    public List<String> texts() {
        if (names.row().size() != 1) {
            throw new IllegalArgumentException("each is not one text but " + names.row());
        }
        return textsFrom(from + names.values().size());
    }

    /** A list inside the reply that is what another script returns. */
    public Reply nested(String name, Script script) {
        return new Reply((List<?>) values.get(index(name)), ScriptSource.header(script).returned());
    }

    /** A list of texts inside the reply. */
    public List<String> list(String name) {
        Reply inner = new Reply((List<?>) values.get(index(name)), names);
        return inner.textsFrom(0);
    }

    /** A list of names and values in turn inside the reply. */
    public Map<String, String> pairs(String name) {
        List<String> flat = list(name);
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            pairs.put(flat.get(i), flat.get(i + 1));
        }
        return pairs;
    }

    private int index(String name) {
        int index = names.values().indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("no '" + name + "' is returned, only " + names.values());
        }
        return from + index;
    }

    private String text(int index) {
        Object value = values.get(index);
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
    }

    private long number(int index) {
        Object value = values.get(index);
        return value instanceof Long number ? number : Long.parseLong(text(index));
    }

    private List<String> textsFrom(int index) {
        List<String> texts = new ArrayList<>(Math.max(0, values.size() - index));
        for (int i = index; i < values.size(); i++) {
            texts.add(text(i));
        }
        return texts;
    }
}
