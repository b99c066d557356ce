package io.bulkaction;

/** The job is not scheduled, or no longer: its time has come, so there is nothing to change. */
public final class JobNotScheduledException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param group the group of the job
     * @param job the job
     */
    public JobNotScheduledException(GroupId group, JobId job) {
        super("job '" + job + "' of group '" + group + "' is not scheduled, or its time has come");
    }
}
