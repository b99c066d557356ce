package io.bulkaction.internal.operate;

import io.bulkaction.JobId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.DeadLetters.Selection;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Retries and skips dead letters, one or all. */
final class DeadLetterActions {

    private final Tasks tasks;

    DeadLetterActions(Tasks tasks) {
        this.tasks = tasks;
    }

    JobId retry(Queue queue, JobId job) {
        if (DeadLetters.of(queue).retry(List.of(job)).isEmpty()) {
            throw refusal(queue, job);
        }
        return job;
    }

    JobId skip(Queue queue, JobId job, String reason, Actor by) {
        if (DeadLetters.of(queue).skip(List.of(job), by.name(), reason).isEmpty()) {
            throw refusal(queue, job);
        }
        return job;
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

    /**
     * Acts on all that fit, oldest first. Passes are repeated until one changes nothing: if somebody else removes dead
     * letters meanwhile, the others move forward, and a single pass would miss some.
     */
    private static long walk(
            DeadLetters deadLetters, Filter filter, Task task, UnaryOperator<List<JobId>> action) {
        @Nullable
        Instant until = null;
        long changed = 0;
        long changedInPass = 0;
        long offset = 0;
        while (true) {
            Selection step = deadLetters.select(filter, until, offset);
            if (until == null) {
                task.expect(step.size());
                until = step.until();
            }
            if (step.looked() == 0) {
                if (changedInPass == 0) {
                    return changed;
                }
                offset = 0;
                changedInPass = 0;
            } else {
                int taken = step.ids().isEmpty() ? 0 : action.apply(step.ids()).size();
                offset += step.looked() - taken;
                changedInPass += taken;
                changed += taken;
                task.add(taken);
            }
        }
    }

    private static RefusedException refusal(Queue queue, JobId job) {
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
