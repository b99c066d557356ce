package io.bulkaction;

/**
 * Name of a group: the jobs of one customer, one exchange or one bulk action. Groups of a queue take turns, and each run of
 * a group has a result.
 *
 * <p>A name may have two parts, {@code tenant/name}: then the groups of a tenant together get the share of one group. The
 * tenant is everything before the first slash.
 *
 * @param value the name as text
 */
public record GroupId(String value) implements Comparable<GroupId> {

    /**
     * Checks the name.
     *
     * @throws InvalidIdException when the name breaks the {@linkplain Ids#RULE rule for ids}, or has a slash at its
     *     beginning or end
     */
    public GroupId {
        Ids.require("groupId", value);
        if (value.startsWith("/") || value.endsWith("/")) {
            throw new InvalidIdException("groupId", value, "an id without a slash at its beginning or end");
        }
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
