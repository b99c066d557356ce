package io.bulkaction.internal.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a script's header promises about its arguments and its reply. Every call is checked against it and every reply
 * read by it, so a header cannot drift from what Java sends and reads.
 *
 * @param keys names of KEYS in order
 * @param args number of fixed ARGV
 * @param perJob number of further ARGV for each job, group or entry, 0 when there are none
 */
record ScriptHeader(List<String> keys, int args, int perJob, Returned returned) {

    /**
     * @param values names of what is returned once, in order
     * @param row names of what follows for each job, group or entry; empty when nothing does
     */
    record Returned(List<String> values, List<String> row) {

        private static final Pattern NAME = Pattern.compile("\\s*([a-z_]+)");

        static Returned parse(String text) {
            Matcher each = EACH.matcher(text);
            boolean repeats = each.find();
            return new Returned(
                    numbered(repeats ? text.substring(0, each.start()) : text),
                    repeats ? names(each.group(1)) : List.of());
        }

        /** Up to a semicolon, behind which a header explains. */
        private static List<String> names(String list) {
            return Arrays.stream(list.split(";")[0].split(","))
                    .map(NAME::matcher)
                    .filter(Matcher::lookingAt)
                    .map(name -> name.group(1))
                    .toList();
        }
    }

    private static final Pattern PARTS =
            Pattern.compile("--\\[\\[.*?KEYS(.*?)ARGV(.*?)RETURNS(.*?)]]", Pattern.DOTALL);
    private static final Pattern NUMBERED = Pattern.compile("(?:^|\\s)(\\d+) ([a-z_]+)");
    private static final Pattern EACH = Pattern.compile("\\bfor each [a-z]+: (.*)", Pattern.DOTALL);

    static ScriptHeader parse(String source) {
        Matcher parts = PARTS.matcher(source);
        if (!parts.find()) {
            throw new IllegalStateException(
                    "a script's header needs KEYS, ARGV and RETURNS: " + source.lines().findFirst());
        }
        Matcher perJob = EACH.matcher(parts.group(2));
        boolean repeats = perJob.find();
        String fixed = repeats ? parts.group(2).substring(0, perJob.start()) : parts.group(2);
        return new ScriptHeader(
                numbered(parts.group(1)),
                numbered(fixed).size(),
                repeats ? perJob.group(1).split(";")[0].split(",").length : 0,
                Returned.parse(parts.group(3)));
    }

    /** Names with their numbers before them; a number in an explanation is not the next one. */
    private static List<String> numbered(String text) {
        List<String> names = new ArrayList<>();
        Matcher name = NUMBERED.matcher(text);
        while (name.find()) {
            if (Integer.parseInt(name.group(1)) == names.size() + 1) {
                names.add(name.group(2));
            }
        }
        return names;
    }

    void check(Script script, int keyCount, int argCount) {
        boolean argsFit = perJob == 0 ? argCount == args : argCount >= args && (argCount - args) % perJob == 0;
        if (keyCount != keys.size() || !argsFit) {
            throw new IllegalArgumentException("%s.lua takes %d KEYS and %d ARGV%s, not %d and %d"
                    .formatted(script.verb(), keys.size(), args, perJob == 0 ? "" : " + n x " + perJob, keyCount,
                            argCount));
        }
    }
}
