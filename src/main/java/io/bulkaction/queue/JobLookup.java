package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.JobStatus;
import io.bulkaction.job.WaitReason;
import io.bulkaction.queue.JobView.FailedAttempt;
import io.bulkaction.queue.JobView.Place;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a job by its id, wherever it is. */
public final class JobLookup {

    private static final int HEAD = 3;
    private static final int HISTORY_WIDTH = 4;

    private final RedisQueue redis;

    JobLookup(RedisQueue redis) {
        this.redis = redis;
    }

    /** One round trip, whatever the number of jobs. Empty for a job that never was, or was forgotten. */
    public Optional<JobView> find(JobId id) {
        Reply reply = redis.call(
                Script.LOCATE,
                new Args(3).add(redis.keys().prefix()).add(id.value()).add(redis.now()),
                redis.keys().ready(),
                redis.keys().nonReady(),
                redis.keys().inFlight(),
                redis.keys().parked());
        return reply.size() == 0 ? Optional.empty() : Optional.of(view(id, reply));
    }

    private static JobView view(JobId id, Reply reply) {
        int historySize = reply.count(2);
        Map<String, String> job = new HashMap<>();
        for (int i = HEAD + historySize; i < reply.size(); i += 2) {
            job.put(reply.text(i), reply.text(i + 1));
        }
        JobStatus stored = JobStatus.valueOf(job.getOrDefault("status", "PENDING"));
        Place place = place(reply.text(0), stored);
        JobStatus status = status(place, stored);
        return new JobView(
                id,
                new GroupId(job.getOrDefault("groupId", "unknown")),
                job.getOrDefault("processorType", ""),
                job.getOrDefault("payload", ""),
                status,
                place,
                status == JobStatus.WAITING ? waitReason(stored, job) : null,
                Moments.parse(reply.text(1)).orElse(null),
                count(job, "attempts"),
                count(job, "retryCount"),
                count(job, "recoveries"),
                Moments.parse(job.getOrDefault("createdAt", "")).orElse(Instant.EPOCH),
                Moments.parse(job.getOrDefault("startedAt", "")).orElse(null),
                Moments.parse(job.getOrDefault("finishedAt", "")).orElse(null),
                error(job),
                history(reply, historySize),
                resolution(job),
                job.get("result"));
    }

    private static Place place(String where, JobStatus stored) {
        if (!where.equals("none")) {
            return Place.valueOf(where.toUpperCase(Locale.ROOT));
        }
        return stored == JobStatus.FAILED ? Place.DEAD_LETTERS : Place.FINISHED;
    }

    /** Fetch and dispatch do not touch a job's hash, so its place says more than its stored status. */
    private static JobStatus status(Place place, JobStatus stored) {
        return switch (place) {
            case FAIR_QUEUE, PARKED -> JobStatus.PENDING;
            case READY -> JobStatus.READY;
            case NON_READY -> JobStatus.WAITING;
            case IN_FLIGHT -> JobStatus.PROCESSING;
            case DEAD_LETTERS, FINISHED -> stored;
        };
    }

    private static WaitReason waitReason(JobStatus stored, Map<String, String> job) {
        String reason = job.get("waitReason");
        return stored == JobStatus.PENDING || reason == null ? WaitReason.RATE_LIMITED : WaitReason.valueOf(reason);
    }

    private static @Nullable JobError error(Map<String, String> job) {
        String code = job.get("errorCode");
        return code == null
                ? null
                : new JobError(code, job.getOrDefault("error", ""), job.getOrDefault("stackTrace", ""));
    }

    private static JobView.@Nullable Resolution resolution(Map<String, String> job) {
        String by = job.get("resolvedBy");
        return by == null
                ? null
                : new JobView.Resolution(
                        by,
                        Moments.parse(job.getOrDefault("resolvedAt", "")).orElse(Instant.EPOCH),
                        job.getOrDefault("resolution", ""));
    }

    private static List<FailedAttempt> history(Reply reply, int size) {
        List<FailedAttempt> attempts = new ArrayList<>(size / HISTORY_WIDTH);
        for (int i = HEAD; i + HISTORY_WIDTH <= HEAD + size; i += HISTORY_WIDTH) {
            attempts.add(new FailedAttempt(
                    reply.count(i), Moments.of(reply.text(i + 1)), reply.text(i + 2), reply.text(i + 3)));
        }
        return attempts;
    }

    private static int count(Map<String, String> job, String field) {
        return Integer.parseInt(job.getOrDefault(field, "0"));
    }
}
