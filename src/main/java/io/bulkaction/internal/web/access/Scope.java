package io.bulkaction.internal.web.access;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.HostPolicy;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which part of the service a caller may use. An empty list does not restrict.
 *
 * <p>A submit that leaves the scope is refused with what it may not do. Everything else about a group outside of it is
 * answered as if the group did not exist, because whose groups exist is nobody else's business.
 *
 * @param maxLevel the highest level that a submit may ask for; null = any, or normal for whoever is kept to some groups
 * @param callbackHosts where results may be posted to, among the hosts that the service allows at all
 */
public record Scope(
        List<NamePattern> queues,
        List<NamePattern> groups,
        List<NamePattern> processors,
        @Nullable PriorityLevel maxLevel,
        List<AllowedHost> callbackHosts) {

    public static final Scope EVERYTHING = new Scope(List.of(), List.of(), List.of(), null, List.of());

    /** Whoever is kept to some groups could put them before those of all others, which only somebody else can allow. */
    public Scope {
        if (maxLevel == null && !groups.isEmpty()) {
            maxLevel = PriorityLevel.NORMAL;
        }
    }

    public boolean isRestricted() {
        return !equals(EVERYTHING);
    }

    /** Whether it keeps whoever has it to some groups; without that, what is everybody's is in reach. */
    public boolean hasGroups() {
        return !groups.isEmpty();
    }

    public boolean allows(QueueName queue) {
        return matches(queues, queue.value());
    }

    boolean allows(GroupId group) {
        return matches(groups, group.value());
    }

    /**
     * Whether a group of this owner, which {@link #allows(GroupId)}, is within reach: always if the scope has all groups of its
     * tenant; otherwise the owner's scope must not be wider, as far as it is about this group.
     */
    boolean reaches(GroupId group, GroupOwner owner) {
        if (isSureOf(group) || owner.groups().isEmpty()) {
            return true;
        }
        return Stream.of(owner.groups().split(" "))
                .map(NamePattern::of)
                .filter(theirs -> theirs.matches(group.value()))
                .allMatch(theirs -> groups.stream().anyMatch(mine -> mine.contains(theirs)));
    }

    /** Whether it does not matter who created the group. */
    boolean isSureOf(GroupId group) {
        int slash = group.value().indexOf('/');
        return groups.isEmpty() || slash > 0 && allows(new TenantId(group.value().substring(0, slash)));
    }

    /** What a group that it creates remembers of it. */
    String groupsText() {
        return groups.stream().map(NamePattern::toString).collect(Collectors.joining(" "));
    }

    boolean allows(TenantId tenant) {
        return groups.isEmpty() || groups.stream().anyMatch(pattern -> pattern.coversAllOf(tenant));
    }

    private static boolean matches(List<NamePattern> patterns, String name) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> pattern.matches(name));
    }

    void require(QueueName queue) {
        if (!allows(queue)) {
            throw new ProblemException(AccessProblems.QUEUE_NOT_ALLOWED, queue);
        }
    }

    void require(GroupId group, QueueName queue) {
        if (!allows(group)) {
            throw new ProblemException(ProblemType.UNKNOWN_GROUP, group, queue);
        }
    }

    void require(TenantId tenant, QueueName queue) {
        if (!allows(tenant)) {
            throw new ProblemException(ProblemType.UNKNOWN_TENANT, tenant, queue);
        }
    }

    /** Whether what a submit asks for is within; whose groups it waits for, {@link Callers#requireSubmit} knows. */
    void requireSubmit(BulkActionRequest.Target target) {
        require(target.queue());
        if (!allows(target.group())) {
            throw new ProblemException(AccessProblems.GROUP_NOT_ALLOWED, target.group());
        }
        if (!matches(processors, target.processorType())) {
            throw new ProblemException(AccessProblems.PROCESSOR_NOT_ALLOWED, target.processorType());
        }
        // one that names no level gives a new group the normal one
        requireLevel(target.level() == null ? PriorityLevel.NORMAL : target.level());
        requireNoAdvantage(target);
        requireCallback(target.callback());
    }

    /** Of a group that is given a level. */
    public void requireLevel(PriorityLevel wanted) {
        if (maxLevel != null && wanted.compareTo(maxLevel) < 0) {
            throw new ProblemException(AccessProblems.LEVEL_NOT_ALLOWED, wanted, maxLevel);
        }
    }

    /** Both put a group before the groups of others on its own level. */
    private void requireNoAdvantage(BulkActionRequest.Target target) {
        if (!isRestricted()) {
            return;
        }
        if (target.basePriority() != null && target.basePriority() > 0) {
            throw new ProblemException(AccessProblems.PRIORITY_NOT_ALLOWED, "basePriority", 0);
        }
        Double weight = target.limits().weight();
        if (weight != null && weight > GroupLimits.DEFAULT_WEIGHT) {
            throw new ProblemException(AccessProblems.PRIORITY_NOT_ALLOWED, "weight", GroupLimits.DEFAULT_WEIGHT);
        }
    }

    private void requireCallback(@Nullable String callback) {
        if (callback == null || callbackHosts.isEmpty()) {
            return;
        }
        if (!new HostPolicy(callbackHosts, List.of()).allows(url(callback))) {
            throw new ProblemException(AccessProblems.CALLBACK_NOT_ALLOWED, callback);
        }
    }

    private static CallUrl url(String callback) {
        try {
            return CallUrl.of(callback);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(AccessProblems.CALLBACK_NOT_ALLOWED, callback);
        }
    }
}
