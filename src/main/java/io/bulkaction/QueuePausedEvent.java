package io.bulkaction;

import java.time.Instant;

/**
 * A queue is paused: by a person, or because a job failed for good. Published as a Spring application event on every instance
 * that works on the queue, within about a second, and by an instance that starts meanwhile. A pause that is over sooner may not be
 * published. {@link QueueResumedEvent} says when it is over.
 *
 * @param queue the queue
 * @param since when it was paused, on the clock of Redis; the same on every instance
 * @param reason why
 * @param by who paused it; {@code bulk-action} if a failure did
 */
public record QueuePausedEvent(QueueName queue, Instant since, String reason, String by) {}
