package io.bulkaction.internal.outbox;

import io.bulkaction.After;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobRequest;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.Timing;
import io.bulkaction.internal.submit.CheckedJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A request as a row of the table has it, in JSON. Delays are times here: they count from the submit. */
record StoredRequest(
        String queue,
        String group,
        String processorType,
        @Nullable PriorityLevel level,
        @Nullable Long basePriority,
        @Nullable Double maxRps,
        @Nullable Integer maxConcurrency,
        @Nullable Double weight,
        @Nullable String callback,
        @Nullable Long startAt,
        @Nullable Map<String, String> labels,
        List<StoredAfter> after,
        boolean sealed,
        List<StoredJob> jobs) {

    private static final JsonMapper JSON = JsonMapper.shared();

    record StoredJob(String id, String payload, @Nullable Long runAt, Map<String, String> metadata) {

        static StoredJob of(JobRequest job, Instant now) {
            Instant runAt = job.timing().from(now).startAt();
            return new StoredJob(
                    String.valueOf(job.id()), job.payload() instanceof CheckedJson(String text) ? text : "null",
                    runAt == null ? null : runAt.toEpochMilli(), job.metadata());
        }

        JobRequest request() {
            return new JobRequest(id, new CheckedJson(payload), timing(runAt), metadata);
        }
    }

    record StoredAfter(@Nullable String queue, String group, After.When when) {

        static StoredAfter of(After after) {
            QueueName queue = after.queue();
            return new StoredAfter(queue == null ? null : queue.value(), after.group().value(), after.when());
        }

        After after() {
            return new After(queue == null ? null : new QueueName(queue), new GroupId(group), when);
        }
    }

    static StoredRequest of(BulkActionRequest request, Instant now) {
        Target target = request.target();
        Instant startAt = target.timing().from(now).startAt();
        return new StoredRequest(
                target.queue().value(),
                target.group().value(),
                target.processorType(),
                target.level(),
                target.basePriority(),
                target.limits().maxRps(),
                target.limits().maxConcurrency(),
                target.limits().weight(),
                target.callback(),
                startAt == null ? null : startAt.toEpochMilli(),
                target.labels(),
                target.after().stream().map(StoredAfter::of).toList(),
                request.sealed(),
                request.jobs().map(job -> StoredJob.of(job, now)).toList());
    }

    static StoredRequest read(String json) {
        return JSON.readValue(json, StoredRequest.class);
    }

    String write() {
        return JSON.writeValueAsString(this);
    }

    /** Its metadata is that of its jobs. */
    BulkActionRequest request() {
        Target target = new Target(
                new QueueName(queue), new GroupId(group), processorType, level, basePriority,
                new GroupLimits(maxRps, maxConcurrency, weight), callback,
                timing(startAt), labels, Map.of(),
                after.stream().map(StoredAfter::after).toList());
        return new BulkActionRequest(target, jobs.stream().map(StoredJob::request), sealed, true);
    }

    private static Timing timing(@Nullable Long millis) {
        return millis == null ? Timing.NONE : new Timing(Instant.ofEpochMilli(millis), null);
    }
}
