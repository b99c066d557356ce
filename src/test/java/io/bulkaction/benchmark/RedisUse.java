package io.bulkaction.benchmark;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Redis has spent so far.
 *
 * @param cpuSeconds of its process
 * @param commands calls of commands, those inside scripts included
 * @param memory bytes in use
 */
record RedisUse(double cpuSeconds, long commands, long memory) {

    private static final Pattern CALLS = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");
    /** Asked by the benchmark itself. */
    private static final Set<String> OURS = Set.of("info", "hello", "client|setinfo");

    static RedisUse now(RedisCommands<String, String> redis) {
        String cpu = redis.info("cpu");
        long commands = 0;
        for (Matcher each = CALLS.matcher(redis.info("commandstats")); each.find();) {
            commands += OURS.contains(each.group(1)) ? 0 : Long.parseLong(each.group(2));
        }
        return new RedisUse(
                number(cpu, "used_cpu_sys") + number(cpu, "used_cpu_user"),
                commands,
                (long) number(redis.info("memory"), "used_memory"));
    }

    RedisUse since(RedisUse before) {
        return new RedisUse(cpuSeconds - before.cpuSeconds, commands - before.commands, memory - before.memory);
    }

    RedisUse plus(RedisUse other) {
        return new RedisUse(cpuSeconds + other.cpuSeconds, commands + other.commands, memory + other.memory);
    }

    /** The longest call of a script on such keys that the slow log noted: its milliseconds and its first key. */
    static Map.Entry<Double, String> slowestScript(RedisCommands<String, String> redis, String keyPrefix) {
        return redis.slowlogGet(100_000).stream()
                .map(entry -> (List<?>) entry)
                .filter(entry -> arguments(entry).getFirst().toString().equalsIgnoreCase("EVALSHA"))
                .filter(entry -> arguments(entry).get(3).toString().startsWith(keyPrefix))
                .max(Comparator.comparingLong(entry -> (Long) entry.get(2)))
                .map(entry -> Map.entry((Long) entry.get(2) / 1000.0, arguments(entry).get(3).toString()))
                .orElse(Map.entry(0.0, "none"));
    }

    private static List<?> arguments(List<?> entry) {
        return (List<?>) entry.get(3);
    }

    private static double number(String info, String name) {
        Matcher value = Pattern.compile("(?m)^" + name + ":([0-9.]+)").matcher(info);
        if (!value.find()) {
            throw new IllegalStateException("INFO has no " + name);
        }
        return Double.parseDouble(value.group(1));
    }
}
