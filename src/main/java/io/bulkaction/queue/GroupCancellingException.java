package io.bulkaction.queue;

import io.bulkaction.job.GroupId;

/** A submit to a group that is being cancelled; it can be sent again when the cancelled run has ended. */
public final class GroupCancellingException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public GroupCancellingException(GroupId group) {
        super("group '" + group + "' is being cancelled; submit again when its run has ended");
    }
}
