package io.bulkaction.internal.operate;

import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.DeadLetters.Selection;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.run.JobLookup;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Retries and skips dead letters, one or all. */
final class DeadLetterActions {

    private final Tasks tasks;

    DeadLetterActions(Tasks tasks) {
        this.tasks = tasks;
    }

    JobName retry(Queue queue, JobRef job) {
        return one(queue, job, DeadLetters.of(queue)::retry);
    }

    JobName skip(Queue queue, JobRef job, String reason, Actor by) {
        return one(queue, job, names -> DeadLetters.of(queue).skip(names, by.name(), reason));
    }

    private static JobName one(Queue queue, JobRef job, UnaryOperator<List<JobName>> action) {
        JobName name = JobRefs.of(queue).one(job);
        if (action.apply(List.of(name)).isEmpty()) {
            throw refusal(queue, name);
        }
        return name;
    }

    List<JobRef> retry(Queue queue, Collection<JobRef> jobs) {
        return some(queue, jobs, DeadLetters.of(queue)::retry);
    }

    List<JobRef> skip(Queue queue, Collection<JobRef> jobs, String reason, Actor by) {
        return some(queue, jobs, names -> DeadLetters.of(queue).skip(names, by.name(), reason));
    }

    private static List<JobRef> some(Queue queue, Collection<JobRef> jobs, UnaryOperator<List<JobName>> action) {
        Map<JobRef, JobName> names = JobRefs.of(queue).some(jobs);
        Set<JobName> done = Set.copyOf(action.apply(names.values().stream().distinct().toList()));
        return names.keySet().stream().filter(job -> done.contains(names.get(job))).toList();
    }

    long retryAll(Queue queue, Filter filter, Actor by) {
        DeadLetters deadLetters = DeadLetters.of(queue);
        return tasks.run(queue.name(), "retry all", by,
                task -> walk(deadLetters, filter, task, deadLetters::retry));
    }

    long skipAll(Queue queue, Filter filter, String reason, Actor by) {
        DeadLetters deadLetters = DeadLetters.of(queue);
        return tasks.run(queue.name(), "skip all", by, task -> walk(deadLetters, filter, task,
                jobs -> deadLetters.skip(jobs, by.name(), reason)));
    }

    private static long walk(
            DeadLetters deadLetters, Filter filter, Task task, UnaryOperator<List<JobName>> action) {
        task.expect(deadLetters.candidates(filter));
        return deadLetters.parts(filter).stream().mapToLong(part -> walk(part, filter, task, action)).sum();
    }

    /**
     * Acts on all of a partition that fit, oldest first. Passes are repeated until one changes nothing: if somebody else
     * removes dead letters meanwhile, the others move forward, and a single pass would miss some.
     */
    private static long walk(RedisQueue part, Filter filter, Task task, UnaryOperator<List<JobName>> action) {
        @Nullable
        Instant until = null;
        long changed = 0;
        long changedInPass = 0;
        long offset = 0;
        while (true) {
            Selection step = DeadLetters.select(part, filter, until, offset);
            until = step.until();
            if (step.looked() == 0) {
                if (changedInPass == 0) {
                    return changed;
                }
                offset = 0;
                changedInPass = 0;
            } else {
                int taken = step.jobs().isEmpty() ? 0 : action.apply(step.jobs()).size();
                offset += step.looked() - taken;
                changedInPass += taken;
                changed += taken;
                task.add(taken);
            }
        }
    }

    private static RefusedException refusal(Queue queue, JobName job) {
        @Nullable
        JobView found = JobLookup.of(queue).find(job).orElse(null);
        if (found == null) {
            return Refusal.UNKNOWN_JOB.with(job, queue.name());
        }
        if (found.status() != JobStatus.FAILED) {
            return Refusal.NOT_A_DEAD_LETTER.with(job, found.status());
        }
        return Refusal.GROUP_CANCELLING.with(job, found.groupId());
    }
}
