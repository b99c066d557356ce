package io.bulkaction;

/**
 * A queue that was paused runs again. Published as {@link QueuePausedEvent} is, on the instances that published that.
 *
 * @param queue the queue
 */
public record QueueResumedEvent(QueueName queue) {}
