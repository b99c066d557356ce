package io.bulkaction.internal.web.access;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
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

    /** Whatever stands there, also an object or a list, is replaced. */
    void apply(JsonNode tree) {
        apply(tree, 0);
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
