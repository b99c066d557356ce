package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.internal.run.Standings;
import io.bulkaction.internal.run.TenantService;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Explains queues, tenants, groups and jobs: collects the facts with a few calls of Redis, whatever the size, and judges. */
public final class Explainer {

    private final Queues queues;
    private final TenantService tenants;

    public Explainer(Queues queues, GroupService groups) {
        this.queues = queues;
        this.tenants = new TenantService(queues, groups);
    }

    public Explanation queue(QueueName name) {
        return queue(queues.get(name));
    }

    /** Also while Redis does not answer: that is an answer too. */
    private static Explanation queue(Queue queue) {
        try {
            return QueueJudge.judge(QueueControl.of(queue).survey(), queue.settings());
        } catch (RuntimeException unreachable) {
            return new Draft(Code.REDIS_UNREACHABLE, Instant.now()).explain();
        }
    }

    /** Of every queue, sorted by name. */
    public Map<QueueName, Explanation> all() {
        Map<QueueName, Explanation> all = new TreeMap<>();
        queues.all().forEach(queue -> all.put(queue.name(), queue(queue)));
        return all;
    }

    /** Empty when there is no such tenant. */
    public Optional<Explanation> tenant(QueueName name, TenantId tenant) {
        Queue queue = queues.get(name);
        return tenants.progress(name, tenant)
                .map(progress -> new TenantJudge(progress, Standings.of(queue).tenant(tenant), queue(queue)).explain());
    }

    /** Empty when there is no such group. */
    public Optional<Explanation> group(QueueName name, GroupId group) {
        Queue queue = queues.get(name);
        return Groups.of(queue).state(group)
                .map(state -> new GroupJudge(state, Standings.of(queue).group(group), queue(queue)).explain());
    }

    /** Empty when there is no such job. */
    public Optional<Explanation> job(QueueName name, JobName job) {
        Queue queue = queues.get(name);
        return JobLookup.of(queue).find(job).flatMap(view -> Groups.of(queue).state(job.group())
                .map(state -> new JobJudge(view, state, Standings.of(queue).job(job), queue(queue)).explain()));
    }

    /** For somebody who is kept to some groups: not who paused the whole queue, and why, nor where a job runs. */
    public static Explanation withoutNames(Explanation given) {
        boolean isOfAnother = given.code() == Code.QUEUE_PAUSED && !given.details().containsKey("failedJob");
        return Draft.without(isOfAnother ? Set.of("reason", "pausedBy") : Set.of("instance"), given);
    }

    /** The same with its sentence in another language; English unless it is known. */
    public static Explanation in(Locale locale, Explanation given) {
        return Draft.in(given, locale);
    }
}
