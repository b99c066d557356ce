package io.bulkaction;

/**
 * Name of a tenant: somebody who may have many groups at once and whose groups together get the share of one. Its groups are
 * named {@code tenant/name}.
 *
 * @param value the name as text, without a slash
 */
public record TenantId(String value) implements Comparable<TenantId> {

    /**
     * Checks the name.
     *
     * @throws InvalidIdException when the name breaks the {@linkplain Ids#RULE rule for ids} or has a slash
     */
    public TenantId {
        Ids.require("tenant", value);
        if (value.indexOf('/') >= 0) {
            throw new InvalidIdException("tenant", value, "the part of a group's id before its first slash");
        }
    }

    @Override
    public int compareTo(TenantId other) {
        return value.compareTo(other.value);
    }

    /** {@return the name as text} */
    @Override
    public String toString() {
        return value;
    }
}
