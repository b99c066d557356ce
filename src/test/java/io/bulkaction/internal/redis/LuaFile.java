package io.bulkaction.internal.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a Lua file says about keys and fields, as far as its text shows it. A name in a key is followed to where the text
 * last gives it a value; what only a run could tell becomes a {@code *}.
 *
 * @param path as in the messages
 * @param code without comments; of the same length as the file, so that positions hold
 * @param header keys that the header names; empty for a shared file
 * @param shared keys that the headers of all scripts give the same name, as parameters of shared functions have it
 */
record LuaFile(String path, String code, List<HeaderKey> header, Map<String, String> shared) {

    /** One of KEYS; several types or patterns are alternatives. */
    record HeaderKey(String name, List<String> types, List<String> patterns) {}

    /** One {@code redis.call}. */
    record Call(String command, List<String> arguments, List<String> patterns, int line) {}

    private static final Pattern HEADER_KEY =
            Pattern.compile("\\b\\d+ ([a-z_]+) ([A-Z]+(?:\\|[A-Z]+)*) ([^\\s,]+)");
    private static final Pattern CALL = Pattern.compile("redis\\.call\\(");
    private static final Pattern PREFIXED = Pattern.compile("(?:queue\\.)?\\bprefix \\.\\. ");
    private static final Pattern LITERAL = Pattern.compile("'([^']*)'");
    private static final Pattern WORD = Pattern.compile("\\b[A-Za-z_]\\w*\\b");
    private static final String ANYTHING = "*";

    static LuaFile parse(String path, String text, Map<String, String> shared) {
        return new LuaFile(path, withoutComments(text), headerKeys(text), shared);
    }

    static List<HeaderKey> headerKeys(String text) {
        Matcher keys = Pattern.compile("(?s)\n {2}KEYS(.*?)\n {2}ARGV").matcher(text);
        return !keys.find() ? List.of() : HEADER_KEY.matcher(keys.group(1).replaceAll("\\|\\s+", "|")).results()
                .map(key -> new HeaderKey(key.group(1), List.of(key.group(2).split("\\|")), patterns(key.group(3))))
                .toList();
    }

    private static List<String> patterns(String alternatives) {
        return Arrays.stream(alternatives.split("\\|")).map(name -> name.replaceAll("<[a-z]+>", "*")).toList();
    }

    List<Call> calls() {
        return CALL.matcher(code).results().map(this::call).toList();
    }

    private Call call(MatchResult found) {
        List<String> arguments = split(code.substring(found.end(), end(code, found.end())), ',');
        List<String> rest = arguments.subList(1, arguments.size());
        return new Call(arguments.getFirst().replace("'", ""), rest,
                rest.isEmpty() ? List.of() : resolve(rest.getFirst(), found.start()),
                1 + (int) code.substring(0, found.start()).chars().filter(c -> c == '\n').count());
    }

    /** Every key that is put together from the queue's prefix, also outside of calls. */
    Set<String> prefixed() {
        return PREFIXED.matcher(code).results()
                .flatMap(found -> resolve(code.substring(found.start(), endOfConcatenation(found.end())),
                        found.start()).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> literals() {
        return LITERAL.matcher(code).results().map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Names and texts that are one word. */
    Set<String> words() {
        Set<String> words = WORD.matcher(LITERAL.matcher(code).replaceAll(" ")).results().map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        literals().stream().filter(literal -> WORD.matcher(literal).matches()).forEach(words::add);
        return words;
    }

    private List<String> resolve(String expression, int position) {
        List<String> patterns = List.of("");
        for (String part : split(expression, '.')) {
            List<String> values = value(part, position);
            patterns = patterns.stream().flatMap(start -> values.stream().map(start::concat)).toList();
        }
        return patterns.stream().map(pattern -> pattern.replaceAll("\\*+", "*")).toList();
    }

    private List<String> value(String part, int position) {
        if (part.startsWith("'")) {
            return List.of(part.replace("'", ""));
        }
        if (part.equals("prefix") || part.equals("queue.prefix")) {
            return List.of("");
        }
        return WORD.matcher(part).matches()
                ? nameAt(part, position)
                : List.of(shared.getOrDefault(part.substring(part.indexOf('.') + 1), ANYTHING));
    }

    /** The last place before a position that gives a name its value: an assignment, a parameter or a loop. */
    private List<String> nameAt(String name, int position) {
        Matcher bound = Pattern.compile("(?m)\\blocal ((?:\\w+, )*" + name + "(?:, \\w+)*) = (.*(?:(?<=[,.({])\n.*)*)"
                + "|function \\w*\\(([^)]*\\b" + name + "\\b[^)]*)\\)"
                + "|for ([^=\n]*\\b" + name + "\\b[^=\n]*) in ").matcher(code.substring(0, position));
        MatchResult last = bound.results().reduce((_, next) -> next).orElse(null);
        if (last == null || last.group(4) != null) {
            return List.of(ANYTHING);
        }
        if (last.group(3) != null) {
            return List.of(shared.getOrDefault(name, ANYTHING));
        }
        int index = List.of(last.group(1).split(", ")).indexOf(name);
        List<String> values = split(last.group(2), ',');
        String value = index < values.size() ? values.get(index) : "";
        if (value.startsWith("KEYS[")) {
            return header.stream().filter(key -> key.name().equals(name)).findFirst().orElseThrow().patterns();
        }
        return value.isEmpty() ? List.of(ANYTHING) : resolve(value, last.start());
    }

    private int endOfConcatenation(int start) {
        int at = start;
        while (true) {
            Matcher part = Pattern.compile("\\G(?:'[^']*'|[\\w.]+(?:\\[[^]]*])?|\\([^)]*\\))").matcher(code);
            if (!part.find(at)) {
                return at;
            }
            at = part.end();
            if (!code.startsWith(" .. ", at)) {
                return at;
            }
            at += 4;
        }
    }

    /** Position of the bracket that closes what was open before a position. */
    private static int end(String code, int start) {
        int depth = 1;
        boolean quoted = false;
        for (int i = start; i < code.length(); i++) {
            char c = code.charAt(i);
            quoted ^= c == '\'';
            depth += quoted ? 0 : "({[".indexOf(c) >= 0 ? 1 : ")}]".indexOf(c) >= 0 ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalStateException("a bracket is not closed");
    }

    /** Parts between commas, or between the two dots of a concatenation, that are outside of brackets and texts. */
    private static List<String> split(String code, char by) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            quoted ^= c == '\'';
            depth += quoted ? 0 : "({[".indexOf(c) >= 0 ? 1 : ")}]".indexOf(c) >= 0 ? -1 : 0;
            boolean splits = c == by && (by != '.' || code.startsWith("..", i) && !code.startsWith("...", i));
            if (splits && depth == 0 && !quoted) {
                parts.add(code.substring(from, i).strip());
                i += by == '.' ? 1 : 0;
                from = i + 1;
            }
        }
        parts.add(code.substring(from).strip());
        return parts;
    }

    private static String withoutComments(String text) {
        return Pattern.compile("(?s)--\\[\\[.*?]]|--[^\n]*").matcher(text)
                .replaceAll(comment -> comment.group().replaceAll("[^\n]", " "));
    }

    /** Arguments of a call that are fields of a hash and written out. */
    static Stream<String> fields(Call call) {
        List<String> arguments = call.arguments().subList(1, call.arguments().size());
        int step = switch (call.command()) {
            case "HSET", "HINCRBY", "HSETNX" -> 2;
            case "HGET", "HMGET", "HDEL", "HSTRLEN" -> 1;
            default -> 0;
        };
        return step == 0 ? Stream.empty() : Stream.iterate(0, i -> i < arguments.size(), i -> i + step)
                .map(arguments::get)
                .filter(argument -> argument.matches("'[^']*'"))
                .map(argument -> argument.replace("'", ""));
    }
}
