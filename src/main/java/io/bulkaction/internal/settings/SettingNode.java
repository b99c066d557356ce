package io.bulkaction.internal.settings;

import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** What may follow in the name of a setting. */
sealed interface SettingNode {

    /** The name ends here. */
    record Value() implements SettingNode {}

    /** Anything may follow: the settings of a processor that is not built in. */
    record Anything() implements SettingNode {}

    /** One of these words, in kebab-case. */
    record Words(Map<String, SettingNode> children) implements SettingNode {}

    /** A name the user chose, then what the node says. */
    record Key(SettingNode next) implements SettingNode {}

    /** Nothing, or the number of an element and what the node says. */
    record Index(SettingNode next) implements SettingNode {}

    static SettingNode of(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Map.class.isAssignableFrom(raw)) {
                return new Key(of(arguments[1]));
            }
            if (Collection.class.isAssignableFrom(raw)) {
                return new Index(of(arguments[0]));
            }
        }
        if (type instanceof Class<?> record && record.isRecord() && !isReadFromText(record)) {
            Words words = new Words(new TreeMap<>());
            for (RecordComponent component : record.getRecordComponents()) {
                words.children().put(
                        DataObjectPropertyName.toDashedForm(component.getName()), of(component.getGenericType()));
            }
            return words;
        }
        return new Value();
    }

    /** Spring calls such a method to convert a text, so the record is one value: a secret, a host, a URL. */
    private static boolean isReadFromText(Class<?> record) {
        try {
            return Modifier.isStatic(record.getMethod("of", String.class).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
