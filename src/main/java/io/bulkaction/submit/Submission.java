package io.bulkaction.submit;

/**
 * What became of a submit.
 *
 * @param accepted jobs that are new
 * @param duplicates jobs that were there already and were left as they are
 * @param totalJobs jobs of the run so far
 * @param deferred whether the jobs are sent when the surrounding transaction commits; the counts are not known yet then
 */
public record Submission(
        String queue, String groupId, long run, long accepted, long duplicates, long totalJobs, boolean deferred) {}
