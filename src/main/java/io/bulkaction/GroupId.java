package io.bulkaction;

/**
 * Name of a group: the jobs of one customer, one exchange or one bulk action. Groups of a queue take turns, and each run of
 * a group has a result.
 *
 * @param value the name as text
 */
public record GroupId(String value) implements Comparable<GroupId> {

    /**
     * Checks the name.
     *
     * @throws InvalidIdException when the name breaks the {@linkplain Ids#RULE rule for ids}
     */
    public GroupId {
        Ids.require("groupId", value);
    }

    @Override
    public int compareTo(GroupId other) {
        return value.compareTo(other.value);
    }

    /** {@return the name as text} */
    @Override
    public String toString() {
        return value;
    }
}
