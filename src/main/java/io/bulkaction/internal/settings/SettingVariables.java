package io.bulkaction.internal.settings;

import io.bulkaction.internal.settings.SettingNode.Anything;
import io.bulkaction.internal.settings.SettingNode.Index;
import io.bulkaction.internal.settings.SettingNode.Key;
import io.bulkaction.internal.settings.SettingNode.Value;
import io.bulkaction.internal.settings.SettingNode.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which setting an environment variable means. Its underscores separate words and levels alike, so Spring cannot tell
 * where a key that the user chose ends, and does not see a queue or a user that only variables define.
 */
public final class SettingVariables {

    private final Words root;

    public SettingVariables(SettingNames names) {
        this.root = names.root();
    }

    /** The setting that {@code BULK_ACTION_...} means, such as {@code bulk-action.queues.nas-sync.ordered}. */
    public Optional<String> meantBy(String variable) {
        String lower = variable.toLowerCase(Locale.ROOT);
        String prefix = lower.startsWith("bulkaction_") ? "bulkaction_" : "bulk_action_";
        return lower.startsWith(prefix)
                ? rest(root, List.of(lower.substring(prefix.length()).split("_"))).map(rest -> SettingNames.ROOT + rest)
                : Optional.empty();
    }

    /** Whether a variable begins like one of our settings, even if the rest is unknown. */
    public boolean startsLikeASetting(String variable) {
        String words = variable.toLowerCase(Locale.ROOT).replaceFirst("^bulk_?action_", "");
        return root.children().keySet().stream().anyMatch(name -> words.startsWith(name.replace('-', '_') + "_")
                || words.startsWith(name.replace("-", "") + "_"));
    }

    /** Whether a variable begins like one of a processor that is known, built in or a handler. */
    public boolean startsLikeAProcessor(String variable) {
        String words = variable.toLowerCase(Locale.ROOT).replaceFirst("^bulk_?action_processors_", "");
        return root.children().get("processors") instanceof Words(Map<String, SettingNode> known)
                && known.keySet().stream().anyMatch(name -> words.startsWith(name.replace('-', '_') + "_")
                        || words.startsWith(name.replace("-", "") + "_"));
    }

    private Optional<String> rest(SettingNode node, List<String> words) {
        return switch (node) {
            case Anything anything -> Optional.empty();
            case Value value -> words.isEmpty() ? Optional.of("") : Optional.empty();
            case Key(SettingNode next) -> IntStream.rangeClosed(1, words.size()).boxed()
                    .flatMap(n -> rest(next, words.subList(n, words.size()))
                            .map(rest -> "." + String.join("-", words.subList(0, n)) + rest).stream())
                    .findFirst();
            case Index index when words.isEmpty() -> Optional.of("");
            case Index(SettingNode next) when words.getFirst().matches("\\d+") -> rest(next, after(words, 1))
                    .map(rest -> "[" + words.getFirst() + "]" + rest);
            case Index index -> Optional.empty();
            case Words(Map<String, SettingNode> children) -> children.entrySet().stream()
                    .flatMap(child -> rest(child.getKey(), child.getValue(), words).stream())
                    .findFirst();
        };
    }

    private Optional<String> rest(String name, SettingNode next, List<String> words) {
        List<String> separate = List.of(name.split("-"));
        if (words.size() >= separate.size() && words.subList(0, separate.size()).equals(separate)) {
            Optional<String> rest = rest(next, after(words, separate.size()));
            if (rest.isPresent()) {
                return rest.map(r -> "." + name + r);
            }
        }
        return !words.isEmpty() && words.getFirst().equals(name.replace("-", ""))
                ? rest(next, after(words, 1)).map(r -> "." + name + r)
                : Optional.empty();
    }

    private static List<String> after(List<String> words, int count) {
        return words.subList(count, words.size());
    }
}
