package io.bulkaction;

/** The group is being cancelled and takes no jobs. Submit again when the cancelled run has ended. */
public final class GroupCancellingException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param group the group
     */
    public GroupCancellingException(GroupId group) {
        super("group '" + group + "' is being cancelled; submit again when its run has ended");
    }
}
