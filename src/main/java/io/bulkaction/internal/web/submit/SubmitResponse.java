package io.bulkaction.internal.web.submit;

import io.bulkaction.Submission;

/** @param duplicates jobs that existed already and were left as they are */
record SubmitResponse(
        String queue, String groupId, long run, long accepted, long duplicates, long totalJobs) {

    static SubmitResponse of(Submission submission) {
        return new SubmitResponse(
                submission.queue().value(),
                submission.groupId().value(),
                submission.run(),
                submission.accepted(),
                submission.duplicates(),
                submission.totalJobs());
    }
}
