package io.bulkaction.internal.web.access;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A field that not everybody may read: {@code $.token}, {@code $.user.mail}. On its way arrays are looked at entry by entry.
 *
 * @param names from the outside in
 */
public record MaskedPath(List<String> names) {

    private static final String MASK = "***";
    private static final Pattern PATH = Pattern.compile("\\$(\\.[^.\\[\\]*\\s]+)+");

    public static MaskedPath of(String path) {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("'" + path + "' is not a path such as $.token or $.user.mail");
        }
        return new MaskedPath(List.of(path.substring(2).split("\\.")));
    }

    @Override
    public String toString() {
        return "$." + String.join(".", names);
    }

    /** Whatever stands there, also an object or a list, is replaced. */
    void apply(JsonNode tree) {
        apply(tree, 0);
    }

    /**
     * Undoes it in a copy that somebody has edited: where the mask still stands, what it hides is put back.
     *
     * @return false if it hides something that nobody can tell, because the original has nothing there
     */
    boolean restore(JsonNode edited, JsonNode original) {
        return restore(edited, original, 0);
    }

    private boolean restore(JsonNode edited, JsonNode original, int depth) {
        return switch (edited) {
            case ArrayNode entries -> IntStream.range(0, entries.size())
                    .allMatch(i -> restore(entries.get(i), entry(entries, original, i), depth));
            case ObjectNode object when depth == names.size() - 1 -> {
                String name = names.get(depth);
                JsonNode hidden = original.path(name);
                boolean isMasked = object.path(name).isString() && object.get(name).stringValue().equals(MASK);
                if (isMasked && !hidden.isMissingNode()) {
                    object.set(name, hidden);
                }
                yield !isMasked || !hidden.isMissingNode();
            }
            case ObjectNode object -> restore(
                    object.path(names.get(depth)), original.path(names.get(depth)), depth + 1);
            default -> true;
        };
    }

    /** Where entries were added or removed, nobody knows which is which. */
    private static JsonNode entry(ArrayNode entries, JsonNode original, int index) {
        return original.size() == entries.size() ? original.path(index) : MissingNode.getInstance();
    }

    private void apply(JsonNode node, int depth) {
        switch (node) {
            case ArrayNode entries -> entries.forEach(entry -> apply(entry, depth));
            case ObjectNode object when depth == names.size() - 1 -> {
                if (object.has(names.get(depth))) {
                    object.put(names.get(depth), MASK);
                }
            }
            case ObjectNode object -> {
                JsonNode next = object.get(names.get(depth));
                if (next != null) {
                    apply(next, depth + 1);
                }
            }
            default -> { // a number has no fields
            }
        }
    }
}
