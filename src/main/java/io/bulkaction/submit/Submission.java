package io.bulkaction.submit;

/**
 * What became of a submit.
 *
 * @param accepted jobs that are new
 * @param duplicates jobs that were there already and were left as they are
 * @param totalJobs jobs of the run so far
 * @param changes what this changed of the limits, the level, the priority or the callback of a group that was there, in
 *     words; empty when nothing
 * @param deferred whether the jobs are sent when the surrounding transaction commits; the counts are not known yet then
 */
public record Submission(
        String queue, String groupId, long run, long accepted, long duplicates, long totalJobs, String changes,
        boolean deferred) {}
