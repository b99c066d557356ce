package io.bulkaction.internal.run;

import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.JobView.FailedAttempt;
import io.bulkaction.JobView.Place;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Metadata;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.spi.PayloadCodecException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a job, wherever it is. */
public final class JobLookup {

    private static final int HISTORY_WIDTH = 6;
    private static final int PARTS_OF_PROGRESS = 3;

    private final Queue queue;

    private JobLookup(Queue queue) {
        this.queue = queue;
    }

    public static JobLookup of(Queue queue) {
        return new JobLookup(queue);
    }

    /** One round trip, whatever the number of jobs. Empty if the job never existed or has been removed. */
    public Optional<JobView> find(JobName job) {
        RedisQueue redis = queue.of(job.group()).redis();
        Reply reply = redis.call(
                Script.LOCATE,
                new Args(3).add(redis.keys().prefix()).add(job.toString()).add(redis.now()),
                redis.keys().ready(),
                redis.keys().readyFront(),
                redis.keys().nonReady(),
                redis.keys().inFlight(),
                redis.keys().parked(),
                redis.keys().rateLimited(),
                redis.keys().instances(),
                redis.keys().held());
        return reply.isEmpty() ? Optional.empty() : Optional.of(view(redis.payloads(), job, reply));
    }

    /**
     * The payload alone, as it was submitted; empty if there is no such job, or its payload is gone.
     *
     * @throws PayloadCodecException if this instance cannot decode it
     */
    public Optional<String> payload(JobName job) {
        RedisQueue redis = queue.of(job.group()).redis();
        byte[] key = redis.keys().key("job:" + job);
        return Optional.ofNullable(redis.read(commands -> commands.hget(key, Utf8.bytes("payload"))))
                .map(Utf8::text)
                .map(redis.payloads()::decode);
    }

    private static JobView view(PayloadCodecs payloads, JobName name, Reply reply) {
        Map<String, String> job = reply.pairs("fields");
        JobStatus stored = JobStatus.valueOf(job.getOrDefault("status", "PENDING"));
        Place place = place(reply.text("place"), stored);
        JobStatus status = status(place, stored);
        return new JobView(
                name.id(),
                name.group(),
                job.getOrDefault("processorType", ""),
                payloads.show(job.get("payload")),
                status,
                place,
                waitReason(place, reply.text("parked_for"), job),
                Moments.parse(reply.text("until")).orElse(null),
                count(job, "attempts"),
                count(job, "retryCount"),
                count(job, "recoveries"),
                Moments.parse(job.getOrDefault("createdAt", "")).orElse(Instant.EPOCH),
                Moments.parse(job.getOrDefault("startedAt", "")).orElse(null),
                Moments.parse(job.getOrDefault("finishedAt", "")).orElse(null),
                error(job),
                history(reply.list("history")),
                resolution(job),
                payloads.show(job.get("result")),
                progress(job),
                payloads.show(job.get("checkpoint")),
                Optional.ofNullable(job.get("instance")).filter(id -> !id.isEmpty()).orElse(null),
                Metadata.read(job.getOrDefault("metadata", "")));
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
            case NON_READY, SCHEDULED -> JobStatus.WAITING;
            case IN_FLIGHT -> JobStatus.PROCESSING;
            case DEAD_LETTERS, FINISHED -> stored;
        };
    }

    private static @Nullable WaitReason waitReason(Place place, String parkedFor, Map<String, String> job) {
        return switch (place) {
            case NON_READY -> WaitReason.valueOf(job.getOrDefault("waitReason", WaitReason.RETRY.name()));
            case SCHEDULED -> WaitReason.SCHEDULED;
            case PARKED -> switch (parkedFor) {
                case "rate" -> WaitReason.RATE_LIMITED;
                case "throttled" -> WaitReason.THROTTLED;
                case "concurrency", "full" -> WaitReason.CONCURRENCY;
                case "processor" -> WaitReason.UNKNOWN_PROCESSOR;
                case "paused" -> WaitReason.TENANT_PAUSED;
                case "held", "held window" -> WaitReason.SENDING_WINDOW;
                case "held paused" -> WaitReason.GROUP_PAUSED;
                case "held after" -> WaitReason.AFTER;
                case "held scheduled" -> WaitReason.SCHEDULED;
                default -> null;
            };
            default -> null;
        };
    }

    private static JobView.@Nullable Failure error(Map<String, String> job) {
        String code = job.get("errorCode");
        return code == null
                ? null
                : new JobView.Failure(code, job.getOrDefault("error", ""), job.getOrDefault("stackTrace", ""));
    }

    /** What an earlier attempt has said is not shown of a later one. */
    private static JobView.@Nullable Progress progress(Map<String, String> job) {
        String[] part = job.getOrDefault("progress", "").split(" ", PARTS_OF_PROGRESS);
        return part.length == PARTS_OF_PROGRESS && part[0].equals(job.get("attempts"))
                ? new JobView.Progress(Double.parseDouble(part[1]), part[2])
                : null;
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

    private static List<FailedAttempt> history(List<String> entries) {
        List<FailedAttempt> attempts = new ArrayList<>(entries.size() / HISTORY_WIDTH);
        for (int i = 0; i + HISTORY_WIDTH <= entries.size(); i += HISTORY_WIDTH) {
            attempts.add(new FailedAttempt(
                    Integer.parseInt(entries.get(i)),
                    Moments.of(entries.get(i + 1)),
                    entries.get(i + 2),
                    entries.get(i + 3),
                    Moments.parse(entries.get(i + 4)).orElse(null),
                    Optional.of(entries.get(i + 5)).filter(name -> !name.isEmpty()).orElse(null)));
        }
        return attempts;
    }

    private static int count(Map<String, String> job, String field) {
        return Integer.parseInt(job.getOrDefault(field, "0"));
    }
}
