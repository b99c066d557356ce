package io.bulkaction;

/**
 * What became of a submit.
 *
 * @param queue the queue
 * @param groupId the group
 * @param run number of the run that the jobs belong to, 1 for the first of its group; 0 when deferred
 * @param accepted jobs that are new
 * @param duplicates jobs that were there already and were left as they are
 * @param totalJobs jobs of the run so far
 * @param changes what this submit changed about a group that existed, in words for a log: its level, priority, limits or
 *     callback; empty when nothing
 * @param deferred whether the jobs are sent when the surrounding transaction commits; the counts are 0 then, because they
 *     are not known yet
 */
public record Submission(
        QueueName queue, GroupId groupId, long run, long accepted, long duplicates, long totalJobs, String changes,
        boolean deferred) {}
