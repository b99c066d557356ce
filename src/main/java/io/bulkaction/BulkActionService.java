package io.bulkaction;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Submits jobs and tells what became of them. A bean of this type is in every application that has the library; inject it
 * wherever you need it:
 *
 * {@snippet class="com.example.shop.MonthEnd" region="submit" :
 * return bulkActions.submit(BulkActionRequest.to("default", "invoices-" + month)
 *         .processor("MAKE_INVOICE")
 *         .jobs(orders.map(order -> JobRequest.of("invoice-" + order.orderId(), order)))
 *         .build());
 * }
 *
 * <p><b>Groups and runs.</b> Jobs belong to a group, and groups take turns. The first job of a group begins a run. The run
 * ends when it is sealed and all its jobs are done; then it has a {@link GroupResult}. A submit to a group whose run has
 * ended begins the next run.
 *
 * <p><b>Idempotence.</b> A job id counts once per group, over all its runs, until the job was done longer ago than the
 * queue's {@code retention.completed-jobs} (24 hours by default). So after any error simply submit the same jobs again: only those
 * that are missing are added. The job of a cancelled run may be submitted again.
 *
 * <p><b>Transactions.</b> Inside a Spring transaction {@link #submit} checks the jobs at once and keeps them in memory. It
 * sends all of the transaction together after the commit, and nothing after a rollback. When sending fails, a
 * {@link JobsNotSentException} reaches whoever committed, although the commit stands; it is only logged when {@code submit} was
 * called by a listener that itself ran after the commit, or when a listener of the application threw first. A crash between commit and sending loses the jobs. Where that matters, set
 * {@code bulk-action.outbox.enabled}: the jobs are then kept in a table of the same transaction until they are sent.
 *
 * <p><b>Exceptions.</b> Every method throws an {@link InvalidIdException} for a queue or a group that breaks the
 * {@linkplain Ids#RULE rule for ids}, an {@link UnknownQueueException} for a queue that is not in the settings, and a
 * {@link RedisUnavailableException} when Redis does not answer. All of them are {@link BulkActionException}s.
 *
 * <p>Safe for use by many threads. The methods block until Redis has answered.
 */
public interface BulkActionService {

    /**
     * Sends the jobs in batches and, unless the request says otherwise, seals the run at the end. Inside a transaction it
     * sends after the commit.
     *
     * @param request the jobs; can be submitted once
     * @return how many jobs are new; inside a transaction only that they will be sent, see {@link Submission#deferred}
     * @throws UnknownProcessorException when neither this process nor, in the last days, any instance of the queue has announced
     *     a processor of this type; see {@code bulk-action.submit.unknown-type}
     * @throws InvalidIdException when a job id breaks the {@linkplain Ids#RULE rule for ids}
     * @throws InvalidSubmissionException when there is no job, or a payload cannot be written as JSON or is larger than
     *     {@code bulk-action.limits.payload} (256 KB by default)
     * @throws CallbackRefusedException when the callback URL is not allowed
     * @throws GroupCancellingException while the group's run is being cancelled
     * @throws CyclicAfterException when the group would have to wait for itself
     * @throws QuotaExceededException when whoever opened the group's run may not have so many jobs
     * @throws RedisFullException when Redis has no memory left
     * @throws RedisUnavailableException when Redis does not answer, or too few replicas confirm the jobs; submit the same
     *     jobs again
     */
    Submission submit(BulkActionRequest request);

    /**
     * Like {@link #submit}, but does not block: for threads that must not, such as those of a reactive server or of a Redis
     * client. The jobs are read and sent on another thread. Inside a transaction it checks and keeps them on the calling
     * thread and answers that they will be sent, as {@code submit} does; what is wrong fails the answer there, too.
     *
     * @param request the jobs; can be submitted once
     * @return completed on another thread; fails with what {@code submit} throws, and with a {@link TooManySubmitsException}
     *     when more than {@code bulk-action.submit.max-async} are under way
     */
    CompletableFuture<Submission> submitAsync(BulkActionRequest request);

    /**
     * Like {@link #submit}, but sends at once, even inside a transaction.
     *
     * @param request the jobs; can be submitted once
     * @return how many jobs are new
     * @throws BulkActionException as {@link #submit} does
     */
    Submission submitNow(BulkActionRequest request);

    /**
     * Submits requests of many groups together, with many calls of Redis under way at a time: ten thousand groups of one job
     * do not cost as many round trips. All jobs are read, kept in memory and checked before the first is sent, so one bad job
     * stops all. From then on each request counts for itself: when one is refused because its group is being cancelled, the
     * others go on. When Redis does not answer or has no memory left, what was not sent yet is refused as well. Inside a
     * transaction all are sent after the commit; a refusal then reaches whoever committed.
     *
     * @param requests each can be submitted once; several of the same group are sent one after the other
     * @return what became of each request, in the same order
     * @throws BulkActionException for a bad request, as {@link #submit} does; then nothing was sent
     */
    List<SubmitOutcome> submitAll(Collection<BulkActionRequest> requests);

    /**
     * Opens a run to which jobs are added piece by piece. Nothing is written before the first job is sent. Ignores
     * transactions.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param processorType type of the processor that runs the jobs
     * @return a stream for one thread
     * @throws UnknownProcessorException as {@link #submit} does
     */
    BulkActionStream open(String queue, String group, String processorType);

    /**
     * Opens a run with a level, limits or a callback.
     *
     * @param target made by {@link BulkActionRequest.Builder#target()}
     * @return a stream for one thread
     * @throws UnknownProcessorException as {@link #submit} does
     * @throws CallbackRefusedException when the callback URL is not allowed
     */
    BulkActionStream open(BulkActionRequest.Target target);

    /**
     * Says that no more jobs will come for a run that was left open. The run then ends when its last job is done. Does
     * nothing to a run that is sealed or has ended.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return false when there is no such group
     */
    boolean seal(String queue, String group);

    /**
     * How far the group's current run is, or its last one if none is current. One call of Redis, whatever the number of
     * jobs.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return empty when there is no such group; a group is forgotten when its last run ended longer ago than the
     *     queue's {@code retention.finished-groups} (7 days by default) and it has no dead letters
     */
    Optional<GroupProgress> progress(String queue, String group);

    /**
     * The result of the last run that has ended.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return empty while no run has ended
     */
    Optional<GroupResult> result(String queue, String group);

    /**
     * The result of the current run so far, or the final one if it has ended. Reads what every job returned, so do not
     * call it every second for a large run.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return empty when there is no such group
     */
    Optional<GroupResult> partialResult(String queue, String group);

    /**
     * The results of the last runs that have ended, the latest first.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return as many as the queue's {@code retention.results} keeps (10 by default); empty when no run has ended
     */
    List<GroupResult> results(String queue, String group);

    /**
     * One job, wherever it is. One call of Redis, whatever the number of jobs.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param id id of the job
     * @return empty when the group has no such job; a job is forgotten when it was done longer ago than the queue's
     *     {@code retention.completed-jobs} (24 hours by default)
     */
    Optional<JobView> job(String queue, String group, String id);

    /**
     * Why a queue is where it is: whether it makes progress, and what it waits for.
     *
     * @param queue name of the queue
     * @return one sentence with a code and numbers; also while Redis does not answer, which it then says
     */
    Explanation explain(String queue);

    /**
     * Why a group is where it is: what it waits for, who is ahead of it, when it is expected to be done. A few calls of
     * Redis, whatever the number of groups and jobs.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return empty when there is no such group
     */
    Optional<Explanation> explain(String queue, String group);

    /**
     * Why a job is where it is: what it waits for, and when it is expected to start.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param id id of the job
     * @return empty when the group has no such job
     */
    Optional<Explanation> explain(String queue, String group, String id);

    /**
     * Why the groups of a tenant together are where they are. Reads all of them.
     *
     * @param queue name of the queue
     * @param tenant name of the tenant
     * @return empty when no group of it is known
     * @throws InvalidIdException also when the tenant has a slash
     */
    Optional<Explanation> explainTenant(String queue, String tenant);

    /**
     * Cancels the jobs of the current run that wait, and interrupts those that run within two seconds, on whatever
     * instance. Returns when no job waits any more, which takes about ten seconds for a million jobs; if this process dies
     * meanwhile, another one continues.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param reason kept with the result, for people
     * @return what was cancelled, nothing if the run has ended already; empty when there is no such group
     */
    Optional<Cancellation> cancel(String queue, String group, String reason);

    /**
     * Cancels one job wherever it waits. One that runs is interrupted within two seconds, on whatever instance, and ends as
     * cancelled unless it succeeds first. The id may then be submitted again.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param id id of the job
     * @return what became of it; empty when the group has no such job
     */
    Optional<JobCancellation> cancelJob(String queue, String group, String id);

    /**
     * Pauses the current run of a group: one second later nothing of it starts any more, on whatever instance; what runs
     * continues to its end. The pause ends with {@link #resume}, and with the run.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param reason for people
     * @param by who pauses it, for people
     * @return the pause, which may be one of before; empty when there is no such group
     * @throws GroupEndedException when the run has ended or is being cancelled
     */
    Optional<GroupPause> pause(String queue, String group, String reason, String by);

    /**
     * Lets a paused group continue.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @return whether it was paused; empty when there is no such group
     */
    Optional<Boolean> resume(String queue, String group);

    /**
     * Gives the current run of a group another time before which nothing of it starts; what runs continues. A later submit may
     * change it again.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param start a time or a delay from now; {@link Timing#NONE} or a time that is over for at once
     * @return when it starts now; empty when there is no such group
     * @throws GroupEndedException when the run has ended or is being cancelled
     * @throws InvalidSubmissionException when it says when something expires
     */
    Optional<Rescheduling> reschedule(String queue, String group, Timing start);

    /**
     * Gives a job that is to start later another time, as long as that time has not come.
     *
     * @param queue name of the queue
     * @param group id of the group
     * @param id id of the job
     * @param start a time or a delay from now; {@link Timing#NONE} or a time that is over for at once
     * @return when it may start now; empty when the group has no such job
     * @throws JobNotScheduledException when the job was never given a time, or that has come
     * @throws GroupEndedException when the run of the group is being cancelled
     * @throws InvalidSubmissionException when it says when something expires
     */
    Optional<Rescheduling> rescheduleJob(String queue, String group, String id, Timing start);

    /**
     * How far the groups of a tenant are together, those named {@code tenant/...}. Reads all of them.
     *
     * @param queue name of the queue
     * @param tenant name of the tenant
     * @return empty when no group of it is known
     * @throws InvalidIdException also when the tenant has a slash
     */
    Optional<TenantProgress> tenantProgress(String queue, String tenant);

    /**
     * {@linkplain #cancel Cancels} the current runs of all groups that a tenant has at this moment, one after the other.
     *
     * @param queue name of the queue
     * @param tenant name of the tenant
     * @param reason kept with the results, for people
     * @return what was cancelled in all groups together; empty when no group of the tenant is known
     * @throws InvalidIdException also when the tenant has a slash
     */
    Optional<Cancellation> cancelTenant(String queue, String tenant, String reason);
}
