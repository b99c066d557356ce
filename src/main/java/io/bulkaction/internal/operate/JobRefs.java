package io.bulkaction.internal.operate;

import io.bulkaction.JobId;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out which job a person means. Who says only an id means a dead letter; if several groups have one with that id,
 * the call is refused, because the wrong one could be meant.
 */
public final class JobRefs {

    /** Enough to see what is wrong. */
    private static final int MAX_CANDIDATES = 20;

    private final Queue queue;

    private JobRefs(Queue queue) {
        this.queue = queue;
    }

    public static JobRefs of(Queue queue) {
        return new JobRefs(queue);
    }

    /** Throws a {@link RefusedException} unless exactly one job is meant. One with a group need not exist. */
    public JobName one(JobRef job) {
        JobName name = some(List.of(job)).get(job);
        if (name == null) {
            throw Refusal.UNKNOWN_DEAD_LETTER.with(job, queue.name());
        }
        return name;
    }

    /** The jobs that are meant; without those of which only the id is given and no dead letter has it. */
    Map<JobRef, JobName> some(Collection<JobRef> jobs) {
        Map<JobId, List<JobName>> found = deadLettersOf(jobs);
        Map<JobRef, JobName> names = new LinkedHashMap<>();
        for (JobRef job : jobs) {
            List<JobName> meant = job.group() != null
                    ? List.of(new JobName(job.group(), job.id()))
                    : found.getOrDefault(job.id(), List.of());
            if (meant.size() > 1) {
                List<String> candidates = meant.stream().map(JobName::toString).sorted().limit(MAX_CANDIDATES).toList();
                throw Refusal.AMBIGUOUS_JOB.among(candidates, job, queue.name(), meant.size());
            }
            meant.forEach(name -> names.put(job, name));
        }
        return names;
    }

    private Map<JobId, List<JobName>> deadLettersOf(Collection<JobRef> jobs) {
        Set<JobId> ids =
                jobs.stream().filter(job -> job.group() == null).map(JobRef::id).collect(Collectors.toSet());
        return ids.isEmpty()
                ? Map.of()
                : DeadLetters.of(queue).withIds(ids).stream().collect(Collectors.groupingBy(JobName::id));
    }
}
