package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.internal.flow.FairOrder;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.MergedSets;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Steps;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jobs that failed for good and wait for a person. Never removed automatically. */
public final class DeadLetters {

    /** Bounds how long one step occupies Redis. */
    private static final int STEP = 50;

    private static final int SCAN_STEP = 1_000;
    private static final int MAX_LOOKED = 2_000;
    private static final int MAX_COUNTED = 800;
    private static final int MAX_PAYLOAD = 16 * 1024;
    private static final Comparator<DeadLetter> NEWEST_FIRST = Comparator.comparing(DeadLetter::failedAt).reversed();

    private final Queue queue;

    private DeadLetters(Queue queue) {
        this.queue = queue;
    }

    public static DeadLetters of(Queue queue) {
        return new DeadLetters(queue);
    }

    /** Which dead letters are meant; null = any. */
    public record Filter(@Nullable GroupId group, @Nullable String errorCode, @Nullable String processorType) {

        public static final Filter ALL = new Filter(null, null, null);

        boolean isCombined() {
            return Stream.of(group, errorCode, processorType).filter(Objects::nonNull).count() > 1;
        }

        /** The key, without its prefix, of what fits a filter that is not combined. */
        String list() {
            if (group != null) {
                return Keys.deadLettersBy("group", group.value());
            }
            if (errorCode != null) {
                return Keys.deadLettersBy("code", errorCode);
            }
            return processorType != null ? Keys.deadLettersBy("processor", processorType) : Keys.allDeadLetters();
        }
    }

    /**
     * @param total how many fit the filter
     * @param exact false if several filters were combined and not every candidate was looked at: there may be more
     */
    public record Page(long total, boolean exact, List<DeadLetter> items) {}

    /**
     * One step through the dead letters, oldest first.
     *
     * @param until only those that failed up to then are part of the walk, so that it ends
     * @param looked how many of the list were looked at; 0 at its end
     * @param size entries of the list that is walked
     * @param jobs those that fit the filter
     */
    public record Selection(Instant until, int looked, long size, List<JobName> jobs) {}

    /** How many dead letters have an error code, and the newest of them. */
    public record ErrorCount(String code, long count, JobName newest, Instant failedAt, String error) {

        /** Together with those of another partition. */
        ErrorCount plus(ErrorCount other) {
            ErrorCount newer = failedAt.isBefore(other.failedAt) ? other : this;
            return new ErrorCount(code, count + other.count, newer.newest, newer.failedAt, newer.error);
        }
    }

    /** @param exact false if only the newest were looked at: older ones may have codes that are not listed */
    public record ErrorCounts(long total, boolean exact, List<ErrorCount> codes) {}

    /** The most frequent first. */
    public ErrorCounts errors() {
        List<ErrorCounts> parts = queue.redis().stream().map(DeadLetters::errors).toList();
        Map<String, ErrorCount> byCode = new LinkedHashMap<>();
        parts.forEach(part -> part.codes().forEach(
                count -> byCode.merge(count.code(), count, ErrorCount::plus)));
        return new ErrorCounts(
                parts.stream().mapToLong(ErrorCounts::total).sum(),
                parts.stream().allMatch(ErrorCounts::exact),
                byCode.values().stream().sorted(Comparator.comparingLong(ErrorCount::count).reversed()).toList());
    }

    private static ErrorCounts errors(RedisQueue redis) {
        Args args = new Args(2).add(redis.keys().prefix()).add(MAX_COUNTED);
        Reply reply = redis.call(Script.COUNT_ERRORS, args, redis.keys().deadLetters());
        List<ErrorCount> codes = reply.rows().stream()
                .map(row -> new ErrorCount(
                        row.text("code"), row.number("count"), JobName.parse(row.text("name")),
                        Moments.of(row.text("failed_at")), row.text("error")))
                .toList();
        return new ErrorCounts(reply.number("total"), reply.flag("exact"), codes);
    }

    /** Newest first. */
    public Page page(Filter filter, long offset, int limit) {
        List<RedisQueue> parts = parts(filter);
        if (parts.size() == 1) {
            return page(parts.getFirst(), filter, offset, limit);
        }
        return filter.isCombined() ? firstOfAll(parts, filter, offset, limit) : merged(parts, filter, offset, limit);
    }

    private static Page page(RedisQueue redis, Filter filter, long offset, int limit) {
        Page first = browse(redis, filter, offset, Math.min(limit, STEP));
        Set<DeadLetter> items = new LinkedHashSet<>(first.items()); // a new one between two calls shifts the others
        for (int from = STEP; from < limit && offset + from < first.total(); from += STEP) {
            items.addAll(browse(redis, filter, offset + from, Math.min(limit - from, STEP)).items());
        }
        return new Page(first.total(), first.exact(), List.copyOf(items));
    }

    /** What is on the page is known from the lists; then each partition is asked only for what it has of it. */
    private static Page merged(List<RedisQueue> parts, Filter filter, long offset, int limit) {
        MergedSets lists = new MergedSets(parts, keys -> keys.key(filter.list()));
        Map<Integer, List<MergedSets.Entry>> ofPart = lists.page(offset, limit).stream()
                .collect(Collectors.groupingBy(MergedSets.Entry::partition));
        List<DeadLetter> items = new ArrayList<>();
        ofPart.forEach((part, entries) -> items.addAll(
                page(parts.get(part), filter, entries.getFirst().rank(), entries.size()).items()));
        items.sort(NEWEST_FIRST);
        return new Page(lists.size(), true, items);
    }

    /** Several filters: each partition looks at a bounded number, so the pages before this one are few. */
    private static Page firstOfAll(List<RedisQueue> parts, Filter filter, long offset, int limit) {
        int first = (int) Math.min(offset, MAX_LOOKED) + limit;
        List<Page> pages = parts.stream().map(part -> page(part, filter, 0, first)).toList();
        return new Page(
                pages.stream().mapToLong(Page::total).sum(),
                pages.stream().allMatch(Page::exact),
                pages.stream()
                        .flatMap(page -> page.items().stream())
                        .sorted(NEWEST_FIRST)
                        .skip(offset)
                        .limit(limit)
                        .toList());
    }

    private static Page browse(RedisQueue redis, Filter filter, long offset, int limit) {
        return browse(redis, filter, offset, limit, MAX_PAYLOAD);
    }

    /** @param maxPayload a longer one is left out; 0 for none, which costs less */
    static Page browse(RedisQueue redis, Filter filter, long offset, int limit, int maxPayload) {
        Args args = filter(redis, new Args(8), filter)
                .add(offset)
                .add(limit)
                .add(MAX_LOOKED)
                .add(maxPayload);
        Reply reply = redis.call(Script.BROWSE, args, redis.keys().deadLetters());
        List<DeadLetter> items = reply.rows().stream().map(row -> item(redis.payloads(), row, maxPayload)).toList();
        return new Page(reply.number("total"), reply.flag("exact"), items);
    }

    /** How many of the list of a filter failed later. */
    static long countAfter(RedisQueue redis, Filter filter, Instant time) {
        byte[] list = redis.keys().key(filter.list());
        Range<Double> later = Range.from(Boundary.excluding((double) time.toEpochMilli()), Boundary.unbounded());
        return redis.read(commands -> commands.zcount(list, later));
    }

    /**
     * Those of all groups that have one of these ids. Looks at every dead letter, because they are kept by name; so this
     * is for people who do not say the group.
     */
    public List<JobName> withIds(Set<JobId> ids) {
        ScanArgs piece = ScanArgs.Builder.limit(SCAN_STEP);
        if (ids.size() == 1) {
            piece.match("*" + JobName.SEPARATOR + ids.iterator().next());
        }
        Set<JobName> found = new LinkedHashSet<>(); // a scan may return one twice
        for (RedisQueue redis : queue.redis()) {
            ScanCursor cursor = ScanCursor.INITIAL;
            while (!cursor.isFinished()) {
                ScanCursor from = cursor;
                ScoredValueScanCursor<byte[]> step =
                        redis.read(commands -> commands.zscan(redis.keys().deadLetters(), from, piece));
                step.getValues().stream()
                        .map(entry -> JobName.parse(Utf8.text(entry.getValue())))
                        .filter(name -> ids.contains(name.id()))
                        .forEach(found::add);
                cursor = step;
            }
        }
        return List.copyOf(found);
    }

    /** How many there are in the lists that a walk over those that fit goes through. */
    long candidates(Filter filter) {
        return parts(filter).stream().mapToLong(part -> select(part, filter, null, 0).size()).sum();
    }

    /** The partitions that may have dead letters that fit. A walk goes through one after the other. */
    List<RedisQueue> parts(Filter filter) {
        return filter.group() == null ? queue.redis() : List.of(queue.of(filter.group()).redis());
    }

    /** @param until null for the first step, whose answer then says when the walk began */
    public static Selection select(RedisQueue part, Filter filter, @Nullable Instant until, long offset) {
        Args args = filter(part, new Args(8), filter)
                .add(until == null ? "" : Long.toString(until.toEpochMilli()))
                .add(offset)
                .add(STEP)
                .add(part.now());
        Reply reply = part.call(Script.SELECT, args, part.keys().deadLetters());
        return new Selection(
                Instant.ofEpochMilli(reply.number("until")),
                reply.count("looked_at"),
                reply.number("size"),
                names(reply.texts()));
    }

    /** Retries jobs; returns those that were dead letters and whose group still accepts them. */
    public List<JobName> retry(Collection<JobName> jobs) {
        List<JobName> retried = change(jobs, DeadLetters::retry);
        queue.byPartition(retried, JobName::group).keySet()
                .forEach(partition -> queue.signals().work(partition.number()));
        return retried;
    }

    private static List<JobName> retry(RedisQueue redis, List<JobName> step) {
        Args args = FairOrder.add(new Args(4 + step.size()).add(redis.keys().prefix()), redis.settings())
                .add(redis.now());
        step.forEach(job -> args.add(job.toString()));
        return names(redis.call(Script.RETRY_DEAD, args, redis.keys().stats()).texts());
    }

    /** Skips jobs; returns those that were dead letters. */
    public List<JobName> skip(Collection<JobName> jobs, String by, String reason) {
        return change(jobs, (redis, step) -> skip(redis, step, by, reason));
    }

    private static List<JobName> skip(RedisQueue redis, List<JobName> step, String by, String reason) {
        Args args = new Args(7 + step.size())
                .add(redis.keys().prefix())
                .add(by)
                .add(reason)
                .add(redis.settings().retention().completedJobs());
        FairOrder.add(args, redis.settings()).add(redis.now());
        step.forEach(job -> args.add(job.toString()));
        return names(redis.call(Script.SKIP, args, redis.keys().stats()).texts());
    }

    private List<JobName> change(
            Collection<JobName> jobs, BiFunction<RedisQueue, List<JobName>, List<JobName>> action) {
        List<JobName> changed = new ArrayList<>();
        queue.byPartition(jobs, JobName::group).forEach((partition, some) -> steps(some)
                .forEach(step -> changed.addAll(action.apply(partition.redis(), step))));
        return changed;
    }

    private static Args filter(RedisQueue redis, Args args, Filter filter) {
        return args.add(redis.keys().prefix())
                .add(filter.group() == null ? null : filter.group().value())
                .add(filter.errorCode())
                .add(filter.processorType());
    }

    private static List<List<JobName>> steps(Collection<JobName> jobs) {
        return Steps.of(jobs, STEP);
    }

    private static List<JobName> names(List<String> texts) {
        return texts.stream().map(JobName::parse).toList();
    }

    private static DeadLetter item(PayloadCodecs payloads, Reply row, int maxPayload) {
        long bytes = row.number("payload_bytes");
        JobName name = JobName.parse(row.text("name"));
        return new DeadLetter(
                name.id(),
                name.group(),
                row.text("processor"),
                row.text("code"),
                row.text("error"),
                row.text("attempts").isEmpty() ? 0 : row.count("attempts"),
                Moments.parse(row.text("created_at")).orElse(Instant.EPOCH),
                Moments.of(row.text("failed_at")),
                maxPayload > 0 && bytes <= maxPayload ? payloads.show(row.text("payload")) : null,
                bytes);
    }
}
