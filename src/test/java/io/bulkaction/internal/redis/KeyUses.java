package io.bulkaction.internal.redis;

import io.bulkaction.internal.redis.LuaFile.Call;
import io.bulkaction.internal.redis.LuaFile.HeaderKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One Lua file compared with the list of keys.
 *
 * @param problems what the list does not have, or has differently
 * @param keys that the file surely uses
 * @param filled keys that it surely fills
 * @param words names and texts that are one word
 */
record KeyUses(List<String> problems, Set<Key> keys, Set<Key> filled, Set<String> words) {

    private static final Map<Character, Key.Type> TYPES = Map.of('H', Key.Type.HASH, 'L', Key.Type.LIST, 'R',
            Key.Type.LIST,
            'Z', Key.Type.ZSET, 'S', Key.Type.SET, 'G', Key.Type.STRING, 'I', Key.Type.STRING, 'X', Key.Type.STREAM);
    private static final Set<String> OF_ANY_TYPE = Set.of("EXISTS", "DEL", "UNLINK", "PEXPIRE", "PTTL", "PERSIST");
    private static final Set<String> WITHOUT_KEY = Set.of("TIME", "SCAN");
    private static final Set<String> FILLS =
            Set.of("HSET", "HSETNX", "HINCRBY", "ZADD", "SADD", "RPUSH", "LPUSH", "INCRBY");
    /** Own names of the scripts have no capitals, so such a word is a field, wherever it stands. */
    private static final Pattern FIELD = Pattern.compile("[a-z]+(?:[A-Z][a-z]+)+");
    /** Only keys, parts of them and some fields have hyphens and colons. */
    private static final Pattern PART_OF_KEY = Pattern.compile("[a-z:-]*[a-z][:-][a-z:-]*|:[a-z]+");
    private static final Set<String> OTHER_TEXTS = Set.of("bulk-action");

    static KeyUses of(LuaFile file) {
        List<Call> calls = file.calls();
        Set<Key> keys = EnumSet.noneOf(Key.class);
        file.header().forEach(key -> key.patterns().forEach(pattern -> keys.addAll(matching(pattern))));
        file.prefixed().stream().filter(pattern -> !pattern.equals("*")).forEach(
                pattern -> keys.addAll(matching(pattern)));
        calls.forEach(call -> keys.addAll(certain(call)));
        Set<Key> filled = calls.stream()
                .filter(call -> FILLS.contains(call.command()))
                .flatMap(call -> certain(call).stream())
                .collect(Collectors.toSet());
        return new KeyUses(problems(file, calls), keys, filled, file.words());
    }

    private static List<String> problems(LuaFile file, List<Call> calls) {
        List<String> problems = new ArrayList<>();
        file.header().forEach(key -> check(key, problems));
        calls.forEach(call -> check(call, problems));
        file.prefixed().stream().filter(pattern -> matching(pattern).isEmpty())
                .forEach(pattern -> problems.add("no key in the list is like " + pattern));
        file.literals().stream()
                .filter(text -> PART_OF_KEY.matcher(text).matches() && !isPartOfAnyName(text))
                .forEach(text -> problems.add("'" + text + "' is part of no key in the list"));
        file.words().stream()
                .filter(word -> FIELD.matcher(word).matches())
                .filter(word -> Arrays.stream(Key.values()).noneMatch(key -> key.fields().containsKey(word)))
                .forEach(word -> problems.add(word + " is a field of no key in the list"));
        return problems.stream().map(problem -> file.path() + ": " + problem).toList();
    }

    private static Set<Key> certain(Call call) {
        return call.patterns().stream()
                .filter(pattern -> !pattern.equals("*"))
                .flatMap(pattern -> matching(pattern).stream())
                .collect(Collectors.toSet());
    }

    private static void check(HeaderKey named, List<String> problems) {
        for (String pattern : named.patterns()) {
            Set<Key> keys = matching(pattern);
            if (keys.isEmpty()) {
                problems.add("no key in the list is like " + pattern);
            }
            keys.stream().filter(key -> !named.types().contains(key.type().name())).forEach(key -> problems.add(
                    "the header calls " + pattern + " " + named.types() + ", the list " + key.type()));
        }
    }

    private static void check(Call call, List<String> problems) {
        if (WITHOUT_KEY.contains(call.command())) {
            return;
        }
        String where = "line " + call.line() + ", " + call.command() + " " + call.arguments().getFirst() + ": ";
        List<Key> keys = call.patterns().stream().flatMap(pattern -> matching(pattern).stream()).toList();
        if (keys.isEmpty()) {
            problems.add(where + "no key in the list is like " + call.patterns());
            return;
        }
        if (!OF_ANY_TYPE.contains(call.command())) {
            Key.Type type = TYPES.get(call.command().charAt(0));
            keys = keys.stream().filter(key -> key.type() == type).toList();
            if (keys.isEmpty()) {
                problems.add(where + "no key like " + call.patterns() + " is a " + type);
            }
        }
        List<Key> hashes = keys;
        LuaFile.fields(call).filter(field -> hashes.stream().noneMatch(key -> key.hasField(field)))
                .forEach(field -> problems.add(where + field + " is no field of " + hashes));
    }

    /** @param pattern a name in which {@code *} stands for anything; one that ends with a colon is not complete */
    static Set<Key> matching(String pattern) {
        Pattern names = Pattern.compile(Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".*"))
                + (pattern.endsWith(":") ? ".*" : ""));
        return Arrays.stream(Key.values())
                .filter(key -> names(key).stream().anyMatch(name -> names.matcher(name).matches()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Key.class)));
    }

    /** A name for each word that a key may have. */
    private static List<String> names(Key key) {
        String text = key.text().replaceAll("<[a-z]+>", "x");
        String words = text.replaceFirst("^.*?([\\w]+(?:\\|[\\w]+)+).*$", "$1");
        return Arrays.stream(words.split("\\|")).map(word -> text.replace(words, word)).toList();
    }

    private static boolean isPartOfAnyName(String text) {
        return OTHER_TEXTS.contains(text)
                || Arrays.stream(Key.values()).anyMatch(key -> key.text().contains(text)
                        || names(key).stream().anyMatch(name -> name.contains(text))
                        || key.fields().keySet().stream().anyMatch(field -> field.contains(text)));
    }
}
