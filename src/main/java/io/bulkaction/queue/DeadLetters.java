package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Jobs that failed for good and wait for a person. Never trimmed by themselves. */
public final class DeadLetters {

    /** Bounds the time for which one step holds up Redis. */
    private static final int STEP = 50;

    private static final int MAX_LOOKED = 2_000;
    private static final int MAX_PAYLOAD = 16 * 1024;
    private static final int HEAD = 2;
    private static final int WIDTH = 10;

    private final RedisQueue redis;

    DeadLetters(RedisQueue redis) {
        this.redis = redis;
    }

    /** Which dead letters are meant; null = any. */
    public record Filter(@Nullable GroupId group, @Nullable String errorCode, @Nullable String processorType) {

        public static final Filter ALL = new Filter(null, null, null);
    }

    /**
     * @param total how many fit the filter
     * @param exact false when several filters together were too much to look at all: there may be more
     */
    public record Page(long total, boolean exact, List<DeadLetter> items) {}

    /**
     * One step through the dead letters, oldest first.
     *
     * @param until only those that failed up to then belong to the walk, so that it ends
     * @param looked how many of the list were looked at; 0 at its end
     * @param size entries of the list that is walked
     * @param ids those that fit the filter
     */
    public record Selection(Instant until, int looked, long size, List<JobId> ids) {}

    public long size() {
        return redis.read(commands -> commands.zcard(redis.keys().deadLetters()));
    }

    /** Newest first. */
    public Page page(Filter filter, long offset, int limit) {
        Page first = browse(filter, offset, Math.min(limit, STEP));
        Set<DeadLetter> items = new LinkedHashSet<>(first.items()); // one that comes in between moves the others on
        for (int from = STEP; from < limit && offset + from < first.total(); from += STEP) {
            items.addAll(browse(filter, offset + from, Math.min(limit - from, STEP)).items());
        }
        return new Page(first.total(), first.exact(), List.copyOf(items));
    }

    private Page browse(Filter filter, long offset, int limit) {
        Args args = filter(new Args(9), filter)
                .add(offset)
                .add(limit)
                .add(MAX_LOOKED)
                .add(MAX_PAYLOAD)
                .add(redis.now());
        Reply reply = redis.call(Script.BROWSE, args, redis.keys().deadLetters());
        List<DeadLetter> items = IntStream.range(0, (reply.size() - HEAD) / WIDTH)
                .mapToObj(i -> item(reply, HEAD + i * WIDTH))
                .toList();
        return new Page(reply.number(0), reply.number(1) == 1, items);
    }

    /** @param until null for the first step; it then says when the walk began */
    public Selection select(Filter filter, @Nullable Instant until, long offset) {
        Args args = filter(new Args(8), filter)
                .add(until == null ? "" : Long.toString(until.toEpochMilli()))
                .add(offset)
                .add(STEP)
                .add(redis.now());
        Reply reply = redis.call(Script.SELECT, args, redis.keys().deadLetters());
        return new Selection(
                Instant.ofEpochMilli(reply.number(0)), reply.count(1), reply.number(2), ids(reply.textsFrom(3)));
    }

    /** Gives jobs another life; returns those that were dead letters and whose group takes them. */
    public List<JobId> revive(Collection<JobId> jobs) {
        List<JobId> revived = new ArrayList<>();
        for (List<JobId> step : steps(jobs)) {
            Args args = FairOrder.add(new Args(4 + step.size()).add(redis.keys().prefix()), redis.settings())
                    .add(redis.now());
            step.forEach(job -> args.add(job.value()));
            revived.addAll(ids(redis.call(
                    Script.REVIVE,
                    args,
                    redis.keys().nonReady(),
                    redis.keys().active(),
                    redis.keys().stats(),
                    redis.keys().wakeDispatcher())
                    .textsFrom(0)));
        }
        return revived;
    }

    /** Settles jobs by hand; returns those that were dead letters. */
    public List<JobId> resolve(Collection<JobId> jobs, String by, String reason) {
        List<JobId> resolved = new ArrayList<>();
        for (List<JobId> step : steps(jobs)) {
            Args args = new Args(7 + step.size())
                    .add(redis.keys().prefix())
                    .add(by)
                    .add(reason)
                    .add(redis.settings().retention().completedJobs());
            FairOrder.add(args, redis.settings()).add(redis.now());
            step.forEach(job -> args.add(job.value()));
            resolved.addAll(ids(redis.call(Script.RESOLVE, args, redis.keys().stats()).textsFrom(0)));
        }
        return resolved;
    }

    private Args filter(Args args, Filter filter) {
        return args.add(redis.keys().prefix())
                .add(filter.group() == null ? null : filter.group().value())
                .add(filter.errorCode())
                .add(filter.processorType());
    }

    private static List<List<JobId>> steps(Collection<JobId> jobs) {
        List<JobId> all = List.copyOf(jobs);
        List<List<JobId>> steps = new ArrayList<>();
        for (int from = 0; from < all.size(); from += STEP) {
            steps.add(all.subList(from, Math.min(from + STEP, all.size())));
        }
        return steps;
    }

    private static List<JobId> ids(List<String> texts) {
        return texts.stream().map(JobId::new).toList();
    }

    private static DeadLetter item(Reply reply, int at) {
        long bytes = reply.number(at + 9);
        return new DeadLetter(
                new JobId(reply.text(at)),
                new GroupId(reply.text(at + 2)),
                reply.text(at + 3),
                reply.text(at + 4),
                reply.text(at + 5),
                reply.text(at + 6).isEmpty() ? 0 : reply.count(at + 6),
                Moments.parse(reply.text(at + 7)).orElse(Instant.EPOCH),
                Moments.of(reply.text(at + 1)),
                bytes <= MAX_PAYLOAD ? reply.text(at + 8) : null,
                bytes);
    }
}
