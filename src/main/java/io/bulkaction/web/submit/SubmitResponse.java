package io.bulkaction.web.submit;

import io.bulkaction.submit.Submission;

/** @param duplicates jobs that were there already and were left as they are */
record SubmitResponse(
        String queue, String groupId, long run, long accepted, long duplicates, long totalJobs) {

    static SubmitResponse of(Submission submission) {
        return new SubmitResponse(
                submission.queue(),
                submission.groupId(),
                submission.run(),
                submission.accepted(),
                submission.duplicates(),
                submission.totalJobs());
    }
}
