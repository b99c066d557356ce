package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.internal.operate.DeadLetters;
import java.time.Instant;
import java.util.List;

/** The dead letters of a queue by their error code. */
record DeadLetterErrors(long total, boolean exact, List<Item> items) {

    /** @param failedReason of the newest */
    record Item(String errorCode, long count, JobId jobId, GroupId groupId, String failedReason, Instant failedAt) {}

    static DeadLetterErrors of(DeadLetters.ErrorCounts counts) {
        return new DeadLetterErrors(
                counts.total(),
                counts.exact(),
                counts.codes().stream()
                        .map(each -> new Item(
                                each.code(), each.count(), each.newest().id(), each.newest().group(), each.error(),
                                each.failedAt()))
                        .toList());
    }
}
