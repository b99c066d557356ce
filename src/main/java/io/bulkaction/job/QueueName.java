package io.bulkaction.job;

/** Name of a queue: a pipeline with its own settings. */
public record QueueName(String value) implements Comparable<QueueName> {

    public QueueName {
        Ids.require("queue", value);
    }

    @Override
    public int compareTo(QueueName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
