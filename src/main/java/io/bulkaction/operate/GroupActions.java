package io.bulkaction.operate;

import io.bulkaction.group.Cancellation;
import io.bulkaction.group.GroupService;
import io.bulkaction.job.GroupId;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.Audit.Told;
import org.jspecify.annotations.Nullable;

/** What an administrator does to a whole group. Kept in the audit trail, like all they do. */
public final class GroupActions {

    private final GroupService groups;
    private final Audit audit;

    public GroupActions(GroupService groups, Audit audit) {
        this.groups = groups;
        this.audit = audit;
    }

    /** Returns when nothing of the group waits any more: about ten seconds for a million jobs. */
    public Cancellation cancel(QueueName queue, GroupId group, @Nullable String reason, Actor by) {
        return audit.carryOut(
                queue, by, "cancel", group.value(),
                () -> groups.cancel(queue, group, QueueOperations.required(reason))
                        .orElseThrow(() -> Refusal.UNKNOWN_GROUP.with(group, queue)),
                done -> new Told(done.changed(),
                        done.cancelled() + " cancelled, " + done.running() + " running: " + reason));
    }
}
