package io.bulkaction.internal.settings;

import io.bulkaction.internal.settings.SettingNode.Anything;
import io.bulkaction.internal.settings.SettingNode.Index;
import io.bulkaction.internal.settings.SettingNode.Key;
import io.bulkaction.internal.settings.SettingNode.Value;
import io.bulkaction.internal.settings.SettingNode.Words;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Every name that a setting can have, to find misspelt ones. */
public final class SettingNames {

    public static final String ROOT = "bulk-action";

    private final Words root = new Words(new TreeMap<>());

    /** @param records settings by the prefix they are bound to */
    public SettingNames(Map<String, Class<?>> records) {
        records.forEach((prefix, type) -> {
            Words words = root;
            for (String word : prefix.equals(ROOT) ? new String[0] : prefix.substring(ROOT.length() + 1).split("\\.")) {
                words = (Words) words.children().computeIfAbsent(word, name -> new Words(new TreeMap<>()));
            }
            words.children().putAll(((Words) SettingNode.of(type)).children());
        });
        processors().keySet().forEach(this::addProcessor);
    }

    /** One that is there, with no settings beside those that every processor has. @param name in kebab-case */
    public void addProcessor(String name) {
        Words words = (Words) processors().computeIfAbsent(name, any -> new Words(new TreeMap<>()));
        words.children().putAll(((Words) SettingNode.of(ProcessorSettings.class)).children());
    }

    private Map<String, SettingNode> processors() {
        return ((Words) root.children().computeIfAbsent("processors", name -> new Words(new TreeMap<>()))).children();
    }

    /** Where a name leaves the known ones, and what is known there; empty for a known name. */
    public Optional<Unknown> unknownPartOf(ConfigurationPropertyName name) {
        return unknown(root, name, 1);
    }

    /** @param known the words that could have followed, empty when the name should have ended */
    public record Unknown(String parent, Set<String> known) {}

    private Optional<Unknown> unknown(SettingNode node, ConfigurationPropertyName name, int level) {
        if (level == name.getNumberOfElements()) {
            return Optional.empty();
        }
        return switch (node) {
            case Anything anything -> Optional.empty();
            case Value value -> Optional.of(new Unknown(name.chop(level).toString(), Set.of()));
            case Key(Value any) -> Optional.empty();
            case Key(SettingNode next) -> unknown(next, name, level + 1);
            case Index(SettingNode next) when name.isNumericIndex(level) -> unknown(next, name, level + 1);
            case Index index -> Optional.of(new Unknown(name.chop(level).toString(), Set.of("[0]")));
            case Words words -> {
                SettingNode next = child(words, name.getElement(level, Form.UNIFORM));
                yield next != null
                        ? unknown(next, name, level + 1)
                        : Optional.of(new Unknown(name.chop(level).toString(), words.children().keySet()));
            }
        };
    }

    private @Nullable SettingNode child(Words words, String uniform) {
        for (Map.Entry<String, SettingNode> child : words.children().entrySet()) {
            if (child.getKey().replace("-", "").equals(uniform)) {
                return child.getValue();
            }
        }
        return words == root.children().get("processors") ? new Anything() : null;
    }

    Words root() {
        return root;
    }
}
