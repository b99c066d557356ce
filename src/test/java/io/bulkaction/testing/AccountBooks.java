package io.bulkaction.testing;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What accounts with a quota have, compared with the groups that count for them. */
final class AccountBooks {

    private static final Set<String> OPEN = Set.of("CREATED", "RUNNING", "CANCELLING");

    private static final Set<String> ENDED_JOB = Set.of("FAILED", "CANCELLED", "EXPIRED", "MANUALLY_RESOLVED");

    private final QueueKeys keys;
    private final List<String> problems;

    AccountBooks(QueueKeys keys, List<String> problems) {
        this.keys = keys;
        this.problems = problems;
    }

    void check(Collection<String> groups) {
        Map<String, long[]> has = new HashMap<>();
        for (String group : groups) {
            Map<String, String> meta = keys.pairs("group:" + group + ":meta");
            if (meta.containsKey("account")) {
                long[] sums = has.computeIfAbsent(meta.get("account"), any -> new long[3]);
                sums[0] += meta.containsKey("partly") ? sizes(group).size()
                        : number(meta, "totalJobs") - number(meta, "doneJobs");
                sums[1] += meta.containsKey("bytes") ? sizes(group).stream().mapToLong(Long::longValue).sum() : 0;
                sums[2] += OPEN.contains(meta.get("status")) ? 1 : 0;
            }
        }
        keys.members("accounts").forEach(account -> has.putIfAbsent(account, new long[3]));
        has.forEach((account, sums) -> {
            Map<String, String> book = keys.pairs("account:" + account);
            long[] said = {
                number(book, "jobs") - number(book, "endedJobs"), number(book, "bytes") - number(book, "endedBytes"),
                number(book, "groups") - number(book, "endedGroups")
            };
            if (!java.util.Arrays.equals(said, sums)) {
                problems.add("account " + account + " has " + List.of(sums[0], sums[1], sums[2]) + ", its book says "
                        + List.of(said[0], said[1], said[2]));
            }
        });
    }

    /** Sizes of its jobs that have not ended and were added for an account. */
    private List<Long> sizes(String group) {
        return keys.names().stream()
                .filter(name -> name.startsWith("job:" + group + "#"))
                .filter(name -> !hasEnded(name.substring("job:".length())))
                .map(name -> keys.pairs(name).get("size"))
                .filter(Objects::nonNull)
                .map(Long::valueOf)
                .toList();
    }

    private boolean hasEnded(String job) {
        return ENDED_JOB.contains(keys.pairs("job:" + job).getOrDefault("status", ""))
                || keys.pairs("claims").getOrDefault(job, "").matches(TestQueue.COMPLETED);
    }

    private static long number(Map<String, String> hash, String field) {
        return Long.parseLong(hash.getOrDefault(field, "0"));
    }
}
