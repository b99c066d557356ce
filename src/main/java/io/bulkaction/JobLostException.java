package io.bulkaction;

/**
 * This attempt has lost its job: its lease ran out, and the job was or will be given to another instance. Nothing that the
 * attempt says or returns counts any more.
 */
public final class JobLostException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param job the job
     */
    public JobLostException(Job job) {
        super("job '" + job.id() + "' of group '" + job.groupId() + "' was taken from attempt " + job.attempt()
                + ", whose lease ran out, for another instance; what this attempt says or returns no longer counts");
    }
}
