package io.bulkaction.job;

/** Name of a group: the unit of fairness and of aggregation inside a queue. */
public record GroupId(String value) implements Comparable<GroupId> {

    public GroupId {
        Ids.require("groupId", value);
    }

    @Override
    public int compareTo(GroupId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
