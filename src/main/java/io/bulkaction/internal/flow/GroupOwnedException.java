package io.bulkaction.internal.flow;

import io.bulkaction.BulkActionException;
import io.bulkaction.GroupId;

/** The group was created by another owner than the submitter knew of. Nothing was written. */
public final class GroupOwnedException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    private final transient GroupId group;
    private final transient GroupOwner owner;

    GroupOwnedException(GroupId group, GroupOwner owner) {
        super("group '" + group + "' belongs to somebody else");
        this.group = group;
        this.owner = owner;
    }

    public GroupId group() {
        return group;
    }

    public GroupOwner owner() {
        return owner;
    }
}
