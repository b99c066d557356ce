package io.bulkaction.queue.redis;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a script's header promises about its arguments. Every call is held against it, so a header cannot drift from
 * what Java sends.
 *
 * @param keys names of KEYS in order
 * @param args number of fixed ARGV
 * @param perJob number of further ARGV for each job, group or entry, 0 when there are none
 */
record ScriptHeader(List<String> keys, int args, int perJob) {

    private static final Pattern PARTS =
            Pattern.compile("--\\[\\[.*?KEYS(.*?)ARGV(.*?)RETURNS(.*?)]]", Pattern.DOTALL);
    private static final Pattern NUMBERED = Pattern.compile("(?:^|\\s)(\\d+) ([a-z_]+)");
    private static final Pattern PER_JOB = Pattern.compile("then for each [a-z]+: (.*)", Pattern.DOTALL);

    static ScriptHeader parse(String source) {
        Matcher parts = PARTS.matcher(source);
        if (!parts.find()) {
            throw new IllegalStateException(
                    "a script's header needs KEYS, ARGV and RETURNS: " + source.lines().findFirst());
        }
        Matcher perJob = PER_JOB.matcher(parts.group(2));
        boolean repeats = perJob.find();
        String fixed = repeats ? parts.group(2).substring(0, perJob.start()) : parts.group(2);
        return new ScriptHeader(
                NUMBERED.matcher(parts.group(1)).results().map(key -> key.group(2)).toList(),
                (int) NUMBERED.matcher(fixed).results().map(MatchResult::group).count(),
                repeats ? perJob.group(1).split(",").length : 0);
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
