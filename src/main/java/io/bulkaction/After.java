package io.bulkaction;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A group whose run must have ended before another group starts.
 *
 * @param queue its queue; null for the queue of the group that waits
 * @param group the group
 * @param when how its run must have ended
 */
public record After(@Nullable QueueName queue, GroupId group, When when) {

    /** The most groups that one group waits for. */
    public static final int MAX = 20;

    /** How a run must have ended. */
    public enum When {
        /** However it did. */
        ALWAYS,
        /** Every job succeeded, or was skipped by a person; none expired, and none was cancelled. */
        SUCCEEDED,
        /** There are dead letters, or it was cancelled. */
        FAILED
    }

    /** Checks that all is there. */
    public After {
        Objects.requireNonNull(group);
        Objects.requireNonNull(when);
    }

    /**
     * The end of a group's run in the same queue, however it ended.
     *
     * @param group id of the group
     * @return the condition
     * @throws InvalidIdException when the id breaks the {@linkplain Ids#RULE rule for ids}
     */
    public static After of(String group) {
        return new After(null, new GroupId(group), When.ALWAYS);
    }
}
