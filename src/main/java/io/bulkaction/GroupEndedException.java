package io.bulkaction;

/** The run of the group has ended or is being cancelled, so nothing of it can be held or changed any more. */
public final class GroupEndedException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param group the group
     */
    public GroupEndedException(GroupId group) {
        super("the run of group '" + group + "' has ended or is being cancelled");
    }
}
