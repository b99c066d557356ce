package io.bulkaction;

/**
 * Name of a queue: a pipeline with its own settings under {@code bulk-action.queues.<name>}. The queue {@code default}
 * always exists.
 *
 * @param value the name as text
 */
public record QueueName(String value) implements Comparable<QueueName> {

    /**
     * Checks the name.
     *
     * @throws InvalidIdException when the name breaks the {@linkplain Ids#RULE rule for ids}
     */
    public QueueName {
        Ids.require("queue", value);
    }

    @Override
    public int compareTo(QueueName other) {
        return value.compareTo(other.value);
    }

    /** {@return the name as text} */
    @Override
    public String toString() {
        return value;
    }
}
