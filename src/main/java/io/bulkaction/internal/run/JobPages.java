package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The jobs of a group, by status and a page at a time. */
public final class JobPages {

    /** What one step looks at: a few milliseconds of Redis, however many jobs there are. */
    static final int MAX_LOOKED = 1_000;

    private static final int MAX_FOUND = 500;

    /** Steps of one page. What a page has not found by then, the next one looks for. */
    private static final int MAX_STEPS = 10;

    private static final int SHORT_ERROR = 200;
    private static final int WHOLE_ERROR = 2_000;

    private final RedisQueue redis;
    private final GroupId group;

    private JobPages(RedisQueue redis, GroupId group) {
        this.redis = redis;
        this.group = group;
    }

    public static JobPages of(Queue queue, GroupId group) {
        return new JobPages(queue.of(group).redis(), group);
    }

    /**
     * Where only the whole queue has a list, a page may be shorter than its limit, or empty, although there is a next one.
     *
     * @param cursor of the page before, null for the first
     * @return empty if there is no such group
     */
    public Optional<JobPage> page(JobStatus status, @Nullable String cursor, int limit) {
        return page(status, cursor, limit, false);
    }

    /** The same with what the jobs returned and with whole messages of errors. */
    public Optional<JobPage> results(JobStatus status, @Nullable String cursor, int limit) {
        return page(status, cursor, limit, true);
    }

    private Optional<JobPage> page(JobStatus status, @Nullable String cursor, int limit, boolean whole) {
        List<ListedJob> jobs = new ArrayList<>();
        String next = cursor == null ? "" : cursor;
        int step = 0;
        do {
            Reply reply = list(status, next, Math.min(MAX_FOUND, limit - jobs.size()), whole);
            if (reply.isEmpty()) {
                return Optional.empty();
            }
            reply.rows().forEach(row -> jobs.add(job(row, status, whole)));
            next = reply.text("cursor");
        } while (!next.isEmpty() && jobs.size() < limit && ++step < MAX_STEPS);
        return Optional.of(new JobPage(jobs, next.isEmpty() ? null : next));
    }

    private Reply list(JobStatus status, String cursor, int limit, boolean whole) {
        Args args = new Args(8)
                .add(redis.keys().prefix())
                .add(group.value())
                .add(status.name())
                .add(cursor)
                .add(limit)
                .add(MAX_LOOKED)
                .add(whole ? WHOLE_ERROR : SHORT_ERROR)
                .add(whole);
        return redis.call(
                Script.LIST,
                args,
                redis.keys().ready(),
                redis.keys().readyFront(),
                redis.keys().nonReady(),
                redis.keys().inFlight(),
                redis.keys().completedOrder(),
                redis.keys().claims(),
                redis.keys().stats());
    }

    private ListedJob job(Reply row, JobStatus status, boolean whole) {
        // why: an error that a later attempt made good is history
        boolean hasError = status != JobStatus.COMPLETED;
        return new ListedJob(
                new JobId(row.text("id")),
                row.text("type"),
                row.count("attempts"),
                Moments.parse(row.text("created_at")).orElse(Instant.EPOCH),
                Moments.parse(row.text("started_at")).orElse(null),
                Moments.parse(row.text("finished_at")).orElse(null),
                Moments.parse(row.text("until_when")).orElse(null),
                hasError ? notEmpty(row.text("code")) : null,
                hasError ? notEmpty(row.text("error")) : null,
                whole ? redis.payloads().show(notEmpty(row.text("result"))) : null);
    }

    private static @Nullable String notEmpty(String text) {
        return text.isEmpty() ? null : text;
    }
}
