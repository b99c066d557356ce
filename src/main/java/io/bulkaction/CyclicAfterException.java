package io.bulkaction;

/** A group would wait for itself, over the groups that it is to start after. Nothing was written. */
public final class CyclicAfterException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Says which group.
     *
     * @param queue its queue
     * @param group the group that would wait for itself
     */
    public CyclicAfterException(QueueName queue, GroupId group) {
        super("group " + group + " of queue " + queue + " would wait for its own end");
    }
}
