package io.bulkaction.test;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.Job;
import io.bulkaction.JobView;
import java.util.List;

/**
 * Looks at what an application submitted in a test, and lets it run.
 *
 * {@snippet class="com.example.invoicing.InvoicingTest" region="run"}
 *
 * <p>Methods without a queue mean the queue {@code default}. The probe belongs to the application context, which Spring
 * shares among tests: use group ids of your own in each test, or begin with {@link #clear()}.
 */
public interface BulkActionProbe {

    /**
     * The jobs of a group, whatever became of them, in the order in which they were submitted.
     *
     * @param group id of the group
     * @return empty when there is no such group
     */
    default List<Job> submitted(String group) {
        return submitted("default", group);
    }

    /**
     * The same in another queue.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return empty when there is no such group
     */
    List<Job> submitted(String queue, String group);

    /**
     * The payloads of the jobs of a group, read with the JSON settings of the application.
     *
     * @param group id of the group
     * @param payload what a payload is read as
     * @param <T> the type of the payloads
     * @return in the order in which they were submitted
     */
    <T> List<T> submitted(String group, Class<T> payload);

    /**
     * Runs everything that was submitted, and what that submits, in all queues: retries and pauses are not waited for, the
     * clock moves on to them. Ticks of recurring bulk actions are run if they are due, and not waited for: there is always a next
     * one. What was listened for has been told when this returns.
     *
     * @return how many attempts were made
     * @throws IllegalStateException when a job that is being run calls it, or when there is no end to it
     */
    int runAll();

    /**
     * The jobs of a group that failed for good.
     *
     * @param group id of the group
     * @return in the order in which they were submitted
     */
    default List<JobView> failures(String group) {
        return failures("default", group);
    }

    /**
     * The same in another queue.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return in the order in which they were submitted
     */
    List<JobView> failures(String queue, String group);

    /**
     * The result of the last run of a group that has ended.
     *
     * @param group id of the group
     * @return as {@link BulkActionService#result} has it
     * @throws IllegalStateException when no run has ended; says how far the run is
     */
    default GroupResult result(String group) {
        return result("default", group);
    }

    /**
     * The same in another queue.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return as {@link BulkActionService#result} has it
     * @throws IllegalStateException when no run has ended; says how far the run is
     */
    GroupResult result(String queue, String group);

    /**
     * How far a group is.
     *
     * @param group id of the group
     * @return as {@link BulkActionService#progress} has it
     * @throws IllegalStateException when there is no such group
     */
    GroupProgress progress(String group);

    /**
     * Starts jobs on an instance that dies before they are done, as with {@code kill -9}: their leases run out, and then they
     * run again. Only on Redis.
     *
     * @param queue name of the queue
     * @param limit how many jobs at most
     * @return the jobs that were lost with it
     * @throws UnsupportedOperationException in memory, where there are no leases
     */
    List<Job> crash(String queue, int limit);

    /** Forgets everything that was submitted. */
    void clear();
}
