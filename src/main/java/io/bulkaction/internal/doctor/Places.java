package io.bulkaction.internal.doctor;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.bulkaction.internal.doctor.JobFacts.Searched;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Key;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs of a queue are, read in small steps while it runs. Each step is true for its moment; what two steps
 * together seem to say must be checked again in one.
 */
public final class Places {

    /** The cursor with which a walk over the keys begins, and ends. */
    public static final String START = "0";

    private static final int STEP = 200;

    private final RedisQueue redis;
    private final ListSearch search;

    private Places(RedisQueue redis) {
        this.redis = redis;
        this.search = new ListSearch(redis);
    }

    public static Places of(Partition partition) {
        return new Places(partition.redis());
    }

    /** Places that hold jobs, as the scripts call them. */
    public enum Place {
        JOBS,
        RETURNED,
        SCHEDULED,
        READY,
        READY_FRONT,
        NON_READY,
        IN_FLIGHT,
        DEAD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Something that a walk over the keys found. */
    public record Found(Tag tag, String name) {

        /** What it is; see walk.lua. */
        public enum Tag {
            LISTED,
            SUSPECT,
            GROUP,
            ORPHAN,
            ENDLESS,
            OTHER
        }
    }

    public record Walked(String cursor, int jobs, List<Found> found) {}

    /** A job in a place. */
    public record Member(String name, String group, String status) {}

    /** @param cursor empty at the end */
    public record Mustered(String cursor, List<String> suspects, List<Member> members) {}

    /** @param name of a key, without the queue's prefix */
    static boolean isKnown(String name) {
        return Key.find(name).isPresent();
    }

    /** @param pattern of the keys, without the queue's prefix */
    public Walked walk(String pattern, String cursor, long since, boolean fix) {
        Args args = new Args(6)
                .add(prefix())
                .add(pattern)
                .add(cursor)
                .add(STEP)
                .add(since)
                .add(fix);
        Reply reply = redis.call(Script.WALK, args, keys().nonReady(), keys().inFlight());
        List<Found> found = new ArrayList<>();
        for (Reply row : reply.rows()) {
            found.add(new Found(Found.Tag.valueOf(row.text("tag").toUpperCase(Locale.ROOT)), row.text("name")));
        }
        return new Walked(reply.text("cursor"), reply.count("jobs"), found);
    }

    /** @param group whose place it is; empty if the place belongs to no group */
    public Mustered muster(Place place, String group, String cursor) {
        byte[] key = switch (place) {
            case JOBS -> keys().key("group:" + group + ":jobs");
            case RETURNED -> keys().key("group:" + group + ":returned");
            case SCHEDULED -> keys().key("group:" + group + ":scheduled");
            case READY -> keys().ready();
            case READY_FRONT -> keys().readyFront();
            case NON_READY -> keys().nonReady();
            case IN_FLIGHT -> keys().inFlight();
            case DEAD -> keys().deadLetters();
        };
        return muster(key, place.word(), group, "", cursor, false);
    }

    /**
     * Looks at a list of dead letters by group, code or processor.
     *
     * @param key without the queue's prefix
     * @param field which field of a job the list is for; empty for its group
     */
    public Mustered musterListed(String key, String field, String value, String cursor, boolean fix) {
        return muster(keys().key(key), "listed", value, field, cursor, fix);
    }

    private Mustered muster(byte[] key, String kind, String value, String field, String cursor, boolean fix) {
        Args args = new Args(7)
                .add(prefix())
                .add(kind)
                .add(value)
                .add(field)
                .add(cursor)
                .add(STEP)
                .add(fix);
        Reply reply = redis.call(Script.MUSTER, args, key);
        List<Member> members = reply.rows().stream()
                .map(row -> new Member(row.text("name"), row.text("group"), row.text("status")))
                .toList();
        return new Mustered(reply.text("cursor"), reply.list("suspects"), members);
    }

    /**
     * Where jobs are. Long lists are searched in pieces first, for all jobs at once; a job is missing in the answer if
     * such a list kept changing.
     *
     * @param hint a group whose list is said to contain them, or empty
     * @param quick whether a job that is found in one place is not searched for in its group's list, which may be long
     */
    public List<JobFacts> place(Collection<String> jobs, String hint, boolean quick) {
        Map<String, JobFacts> found = new LinkedHashMap<>();
        look(jobs, hint, quick, job -> Searched.NOTHING).forEach(facts -> found.put(facts.name(), facts));
        Map<String, List<String>> unsearched = found.values().stream()
                .filter(facts -> facts.unsearched() > 0)
                .collect(groupingBy(JobFacts::group, mapping(JobFacts::name, toList())));
        unsearched.forEach((group, some) -> {
            Map<String, String> own = search.find(group, some);
            Map<String, String> foreign = hint.isEmpty() || hint.equals(group) ? Map.of() : search.find(hint, some);
            look(some, hint, quick, job -> new Searched(own.getOrDefault(job, ""), foreign.getOrDefault(job, "")))
                    .forEach(facts -> found.put(facts.name(), facts));
        });
        return found.values().stream().filter(facts -> facts.unsearched() == 0).toList();
    }

    private List<JobFacts> look(
            Collection<String> jobs, String hint, boolean quick, Function<String, Searched> searched) {
        List<JobFacts> found = new ArrayList<>();
        List<String> left = List.copyOf(jobs);
        while (!left.isEmpty()) {
            Args args = new Args(2 + 4 * left.size()).add(prefix()).add(quick);
            left.forEach(
                    job -> args.add(job).add(hint).add(searched.apply(job).own()).add(searched.apply(job).foreign()));
            List<Reply> rows = redis.call(Script.PLACE, args, keys().ready()).rows();
            rows.forEach(row -> found.add(JobFacts.of(row, hint, searched.apply(row.text("name")))));
            left = left.subList(rows.size(), left.size());
        }
        return found;
    }

    /** Keeps a job in one place, or in none; false if it is no longer where it was found. */
    public boolean mend(JobFacts found, @Nullable Place keep) {
        Args args = new Args(11)
                .add(prefix())
                .add(found.name())
                .add(found.hint())
                .add(found.text())
                .add(keep == null ? "none" : keep.word())
                .add(redis.settings().retention().completedJobs())
                .add(found.searched().own())
                .add(found.searched().foreign());
        FairOrder.add(args, redis.settings()).add(redis.now());
        return redis.call(
                Script.MEND,
                args,
                keys().ready(),
                keys().readyFront(),
                keys().nonReady(),
                keys().inFlight(),
                keys().wakeFetcher(),
                keys().wakeDispatcher())
                .text("answer")
                .equals("mended");
    }

    private Keys keys() {
        return redis.keys();
    }

    private String prefix() {
        return redis.keys().prefix();
    }
}
