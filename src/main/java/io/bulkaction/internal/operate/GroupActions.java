package io.bulkaction.internal.operate;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.run.GroupService;
import org.jspecify.annotations.Nullable;

/** What an administrator does to a whole group. Recorded in the audit trail. */
public final class GroupActions {

    private final GroupService groups;
    private final Audit audit;

    public GroupActions(GroupService groups, Audit audit) {
        this.groups = groups;
        this.audit = audit;
    }

    /** Returns when no job of the group waits any more, which takes about ten seconds for a million jobs. */
    public Cancellation cancel(QueueName queue, GroupId group, @Nullable String reason, Actor by) {
        return audit.carryOut(
                queue, by, "cancel", group.value(),
                () -> groups.cancel(queue, group, QueueOperations.required(reason))
                        .orElseThrow(() -> Refusal.UNKNOWN_GROUP.with(group, queue)),
                done -> AuditResult.of(done, reason));
    }
}
