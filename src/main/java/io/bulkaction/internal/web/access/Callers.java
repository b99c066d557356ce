package io.bulkaction.internal.web.access;

import io.bulkaction.After;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The rights of callers, wherever they come from. */
@Component
public final class Callers {

    private static final long BETWEEN_CHECKS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CallerRights rights;
    private final ObjectProvider<GroupService> groups;

    Callers(ObjectProvider<CallerRights> rights, ObjectProvider<GroupService> groups) {
        this.rights = rights.getIfAvailable(() -> CallerRights.ALL);
        this.groups = groups;
    }

    /** Of the caller whose request is being answered. */
    public Scope scope() {
        return rights.scope();
    }

    /**
     * For a call about whole queues: whether the caller may look at one. Who is kept to some groups may not make the call, because
     * a queue shows those of all.
     */
    public Predicate<QueueName> wholeQueues() {
        Scope scope = scope();
        if (scope.hasGroups()) {
            throw new ProblemException(AccessProblems.OUT_OF_SCOPE);
        }
        return scope::allows;
    }

    /**
     * To be run again and again while the request lasts: throws once its caller may not come in any more. Looks once a second.
     */
    public Runnable recheck() {
        AtomicLong checkedAt = new AtomicLong(System.nanoTime());
        return () -> {
            long now = System.nanoTime();
            if (now - checkedAt.get() >= BETWEEN_CHECKS_NANOS) {
                checkedAt.set(now);
                if (!rights.isStillIn()) {
                    throw new ProblemException(ProblemType.BAD_CREDENTIALS);
                }
            }
        };
    }

    /** As whom the caller submits, and in whose groups it may. */
    public Submitter submitter() {
        Scope scope = scope();
        String name = rights.name();
        return new Submitter(
                name == null ? null : new GroupOwner(OneLine.of(name), scope.groupsText()),
                scope.hasGroups() ? (group, owner) -> reaches(scope, name, group, owner) : null,
                rights.quota());
    }

    /** Before the first job is sent. */
    public void requireSubmit(BulkActionRequest.Target target) {
        Scope scope = scope();
        scope.requireSubmit(target);
        for (After after : target.after()) { // how the runs of others end is nobody else's business
            QueueName queue = after.queue() == null ? target.queue() : after.queue();
            scope.require(queue);
            require(after.group(), queue);
            boolean mayBeAnothersLater = !scope.isSureOf(after.group());
            if (mayBeAnothersLater && groups.getObject().progress(queue, after.group()).isEmpty()) {
                throw new ProblemException(ProblemType.UNKNOWN_GROUP, after.group(), queue);
            }
        }
    }

    /** As if there were no such group, where it is out of reach. Costs a look at the group only where its owner matters. */
    void require(GroupId group, QueueName queue) {
        Scope scope = scope();
        scope.require(group, queue);
        if (!scope.isSureOf(group)) {
            String name = rights.name();
            groups.getObject().owner(queue, group)
                    .filter(owner -> !reaches(scope, name, group, owner))
                    .ifPresent(owner -> {
                        throw new ProblemException(ProblemType.UNKNOWN_GROUP, group, queue);
                    });
        }
    }

    private static boolean reaches(Scope scope, @Nullable String name, GroupId group, GroupOwner owner) {
        return owner.name().equals(OneLine.of(name)) || scope.reaches(group, owner);
    }

    /** Null where nobody tells callers apart. */
    public @Nullable String name() {
        return rights.name();
    }

    /** For a call that needs more than its path says. */
    public void require(CallerRights.Ability ability) {
        if (!rights.abilities().contains(ability)) {
            throw new ProblemException(ProblemType.FORBIDDEN);
        }
    }

    Set<CallerRights.Ability> abilities() {
        return rights.abilities();
    }

    boolean isPerson() {
        return rights.isPerson();
    }

    /** What the caller may have at a time; null = any. */
    public @Nullable Quota quota() {
        return rights.quota();
    }

    /** What each account that is set up with a quota may have. */
    Map<String, Quota> quotas() {
        return rights.quotas();
    }

    PayloadView payloads() {
        return rights.payloads();
    }

    /** Whoever submits sees what is in its own groups, whatever else it may not see. */
    PayloadView ownPayloads(QueueName queue, GroupId group) {
        PayloadView shown = rights.ownPayloads();
        boolean mayBeItsOwn = !shown.equals(PayloadView.ALL) && rights.name() != null
                && rights.abilities().contains(CallerRights.Ability.SUBMIT);
        boolean isItsOwn = mayBeItsOwn && groups.getObject().owner(queue, group)
                .filter(owner -> owner.name().equals(OneLine.of(rights.name()))).isPresent();
        return isItsOwn ? PayloadView.ALL : shown;
    }
}
