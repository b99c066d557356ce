package io.bulkaction;

/**
 * A job has failed for good and is a dead letter now. Published as a Spring application event on the instance that ran it, right
 * after Redis has noted the failure:
 *
 * {@snippet class="com.example.demo.Bounces" region="listener" :
 * @EventListener
 * void bounced(JobFailedEvent failed) {
 *     jobs.add(failed.groupId() + "/" + failed.jobId() + ": " + failed.code());
 * }
 * }
 *
 * <p><b>At most once.</b> Nothing is published if the instance dies at that moment, for jobs that are buried because their
 * instances died, or when listeners are so slow that 10,000 events wait. Who must know of every failure asks for the dead letters,
 * or looks at the {@link GroupResult}.
 *
 * <p>Listeners of an instance run one after the other on a thread of their own; a slow one delays only other events.
 *
 * @param queue the queue
 * @param groupId the group
 * @param jobId the job
 * @param processorType the type of its processor
 * @param attempt how often it was started
 * @param code the code of the error
 * @param message what the error says
 */
public record JobFailedEvent(
        QueueName queue, GroupId groupId, JobId jobId, String processorType, int attempt, String code,
        String message) {}
