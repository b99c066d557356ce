package io.bulkaction.testing;

import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.redis.Key;
import io.bulkaction.internal.redis.RedisQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Walks every key of a queue and proves that each job is in exactly one place, that all counters are what they count,
 * that every group can go on, and that no key is without an owner.
 */
public final class Accounting {

    private static final Pattern GROUP_KEY =
            Pattern.compile("group:(.+):(meta|jobs|returned|scheduled|expiries|durations|errors|results|result)");
    private static final Set<String> ENDED_JOB = Set.of("COMPLETED", "CANCELLED", "EXPIRED", "MANUALLY_RESOLVED");

    private final QueueKeys keys;
    private final int partitions;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, List<String>> places = new HashMap<>();
    private final Map<String, GroupCount> groups = new TreeMap<>();

    private Accounting(QueueKeys keys, int partitions) {
        this.keys = keys;
        this.partitions = partitions;
    }

    /** Fails with everything that is wrong. */
    public static void prove(TestQueue queue) {
        List<String> problems = queue.queue().redis().stream().flatMap(part -> problems(part).stream()).toList();
        if (!problems.isEmpty()) {
            throw new AssertionError(String.join("\n", problems) + "\n" + queue.dump());
        }
    }

    /** What is wrong, in words; empty when all is well. */
    public static List<String> problems(RedisQueue queue) {
        Accounting accounting = new Accounting(new QueueKeys(queue), queue.settings().partitions());
        accounting.countPlaces();
        accounting.keys.names().forEach(accounting::checkAgainstList);
        accounting.keys.names().forEach(accounting::checkKey);
        accounting.groups.values().forEach(
                group -> new GroupBooks(accounting.keys, group, queue.settings(), accounting.problems).check());
        new AccountBooks(accounting.keys, accounting.problems).check(accounting.groups.keySet());
        new TenantBooks(accounting.keys, accounting.problems).check(accounting.groups.values());
        Map<Boolean, Set<String>> claims = accounting.keys.pairs("claims").keySet().stream()
                .collect(Collectors.partitioningBy(accounting::isCompleted, Collectors.toSet()));
        accounting.check(claims.get(false).equals(accounting.keys.pairs("in-flight").keySet()),
                "claims and leases disagree");
        accounting.check(claims.get(true).equals(Set.copyOf(accounting.keys.members("completed-order"))),
                "completed jobs have no order");
        accounting.checkMarks();
        accounting.checkDeadLetters();
        accounting.checkLifetimeCounters();
        accounting.places.keySet().stream()
                .filter(id -> !accounting.keys.has("job:" + id))
                .forEach(id -> accounting.problems
                        .add("job " + id + " is in " + accounting.places.get(id) + " but has no data"));
        return accounting.problems;
    }

    /** Each job that is to be cancelled is in flight, and its claim says so. */
    private void checkMarks() {
        Map<String, String> marked = new HashMap<>(keys.pairs("claims"));
        marked.values().removeIf(claim -> !claim.endsWith(" cancelling"));
        Map<String, String> marks = keys.pairs("cancelling-jobs");
        check(marks.keySet().equals(marked.keySet()), "jobs to be cancelled: " + marks + ", their claims " + marked);
        marks.forEach((job, claim) -> check(marked.getOrDefault(job, "").contains(" " + claim + " "),
                job + " is to be cancelled, but not by the claim that it has"));
    }

    /** How many jobs of a group were found where. */
    static final class GroupCount {
        final String id;
        int pending;
        int ready;
        int nonReady;
        int scheduled;
        int inFlight;
        int deadOfRun;

        GroupCount(String id) {
            this.id = id;
        }
    }

    private void countPlaces() {
        keys.members("ready-queue").forEach(id -> place(id, "ready"));
        keys.pairs("ready-front").keySet().forEach(id -> place(id, "ready"));
        keys.pairs("non-ready-queue").keySet().forEach(id -> place(id, "non-ready"));
        keys.pairs("in-flight").keySet().forEach(id -> place(id, "in-flight"));
        keys.pairs("dead-letter-queue").keySet().forEach(id -> place(id, "dead"));
        for (String name : keys.names()) {
            Matcher group = GROUP_KEY.matcher(name);
            if (group.matches()) {
                count(group.group(1));
                if (group.group(2).equals("jobs")) {
                    keys.members(name).forEach(id -> place(id, "pending of " + group.group(1)));
                } else if (group.group(2).equals("returned")) {
                    keys.pairs(name).keySet().forEach(id -> place(id, "returned to " + group.group(1)));
                } else if (group.group(2).equals("scheduled")) {
                    keys.pairs(name).keySet().forEach(id -> place(id, "scheduled of " + group.group(1)));
                }
            }
        }
    }

    private void place(String id, String where) {
        places.computeIfAbsent(id, any -> new ArrayList<>()).add(where);
    }

    private GroupCount count(String group) {
        return groups.computeIfAbsent(group, GroupCount::new);
    }

    private void checkKey(String name) {
        if (name.startsWith("job:")) {
            checkJob(name.substring("job:".length()));
        } else if (name.startsWith("job-attempts:")) {
            String job = "job:" + name.substring("job-attempts:".length());
            check(keys.has(job), name + " has no job");
            check(!keys.has(job) || (keys.ttl(job) < 0) == (keys.ttl(name) < 0), name + " outlives its job");
            check(keys.members(name).size() % 6 == 0 && keys.members(name).size() <= 120, name + " is out of shape");
        } else if (name.startsWith("congestion:")) {
            check(keys.has("group:" + name.substring("congestion:".length()) + ":meta"), name + " has no group");
        } else if (name.startsWith("dead-letters:")) {
            check(keys.pairs("dead-letter-queue").keySet().containsAll(keys.pairs(name).keySet()),
                    name + " holds others");
        } else if (name.startsWith("groups:")) {
            keys.pairs(name).keySet()
                    .forEach(
                            group -> check(keys.has("group:" + group + ":meta"), name + " has unknown group " + group));
        } else if (name.equals("wake:partitions")) {
            // why: nobody need be left who takes these; each names a partition, and they are bounded
            check(keys.members(name).size() <= 4 * partitions, name + " holds " + keys.members(name));
            check(keys.members(name).stream().map(signal -> signal.replaceFirst("^later:", ""))
                    .allMatch(part -> Integer.parseInt(part) < partitions),
                    name + " names " + keys.members(name));
        } else if (name.startsWith("wake:")) {
            check(keys.members(name).size() == 1, name + " holds " + keys.members(name).size() + " signals");
        }
    }

    /** Each key is as the list of keys has it. */
    private void checkAgainstList(String name) {
        Optional<Key> key = Key.find(name);
        check(key.isPresent(), "unexpected key " + name);
        key.ifPresent(listed -> {
            check(listed.type().name().equalsIgnoreCase(keys.type(name)), name + " is a " + keys.type(name));
            check(switch (listed.lifetime()) {
                case EXPIRES -> keys.ttl(name) != -1;
                case AFTER_RETENTION -> true;
                case WHILE_FILLED, WITH_GROUP, FOR_EVER -> keys.ttl(name) == -1;
            }, name + " expires in " + keys.ttl(name));
            if (listed.type() == Key.Type.HASH) {
                keys.pairs(name).keySet().forEach(
                        field -> check(listed.hasField(field), name + " has an unexpected field " + field));
            }
        });
    }

    private boolean isCompleted(String id) {
        return keys.pairs("claims").getOrDefault(id, "").matches(TestQueue.COMPLETED);
    }

    private void checkJob(String id) {
        Map<String, String> job = keys.pairs("job:" + id);
        boolean completed = isCompleted(id);
        String status = completed ? "COMPLETED" : job.getOrDefault("status", "missing");
        GroupCount group = count(JobName.parse(id).group().value());
        List<String> at = places.getOrDefault(id, List.of());
        check(at.size() <= 1, "job " + id + " is in several places: " + at);
        String place = at.isEmpty() ? "nowhere" : at.getFirst();
        boolean fits = switch (status) {
            case "PENDING" ->
                place.equals("in-flight") || place.equals("ready") || place.equals("pending of " + group.id)
                        || place.equals("returned to " + group.id) || place.equals("scheduled of " + group.id);
            case "READY" ->
                place.equals("in-flight") || place.equals("ready") || place.equals("returned to " + group.id);
            case "WAITING" -> place.equals("non-ready");
            case "FAILED" -> place.equals("dead");
            default -> ENDED_JOB.contains(status) && place.equals("nowhere");
        };
        check(fits, "job " + id + " is " + status + " but in " + place);
        check((ENDED_JOB.contains(status) && !completed) == (keys.ttl("job:" + id) > 0),
                "job " + id + " is " + status + " and expires in "
                        + keys.ttl("job:" + id));
        switch (place) {
            case "ready" -> group.ready++;
            case "non-ready" -> group.nonReady++;
            case "in-flight" -> group.inFlight++;
            case "dead" -> group.deadOfRun += isOfThisRun(job, group) ? 1 : 0;
            case "nowhere" -> {}
            default -> {
                if (place.startsWith("scheduled")) {
                    group.scheduled++;
                } else {
                    group.pending++;
                }
            }
        }
    }

    /** Each dead letter is found by its group, its error code and its processor. */
    private void checkDeadLetters() {
        for (String id : keys.pairs("dead-letter-queue").keySet()) {
            Map<String, String> job = keys.pairs("job:" + id);
            for (String list : List.of(
                    "group:" + JobName.parse(id).group(), "code:" + job.get("errorCode"),
                    "processor:" + job.get("processorType"))) {
                check(keys.pairs("dead-letters:" + list).containsKey(id), "dead letter " + id + " is not in " + list);
            }
        }
    }

    /** What came in and did not end is somewhere. */
    private void checkLifetimeCounters() {
        long open = lifetime("enqueued") + lifetime("retried") + lifetime("corrected")
                - lifetime("completed") - lifetime("failed") - lifetime("cancelled") - lifetime("expired");
        long found = places.values().stream().filter(at -> !at.contains("dead")).count();
        long scheduled = groups.values().stream().mapToLong(group -> group.scheduled).sum();
        check(scheduled == lifetime("scheduled"), "found " + scheduled + " scheduled jobs");
        check(open == found, "lifetime counters leave " + open + " jobs, found " + found);
    }

    private long lifetime(String counter) {
        return Long.parseLong(keys.pairs("stats").getOrDefault(counter, "0"));
    }

    private boolean isOfThisRun(Map<String, String> job, GroupCount group) {
        return job.getOrDefault("run", "").equals(keys.pairs("group:" + group.id + ":meta").get("run"));
    }

    private void check(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }
}
