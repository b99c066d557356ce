package io.bulkaction;

import java.util.Optional;

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
     * @throws InvalidIdException when the name breaks the {@linkplain Ids#RULE rule for ids}, or has nothing before or
     *     behind its first slash
     */
    public GroupId {
        Ids.require("groupId", value);
        int slash = value.indexOf('/');
        if (slash == 0 || slash > 0 && slash == value.length() - 1) {
            throw new InvalidIdException("groupId", value,
                    "tenant/name with something before and behind its first slash");
        }
    }

    /** {@return the tenant of the group, empty for a group without one} */
    public Optional<TenantId> tenant() {
        int slash = value.indexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(new TenantId(value.substring(0, slash)));
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
