package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.internal.operate.DeadLetter;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.web.access.Payloads;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** @param exact false when several filters match so much that not all was looked at: there may be more */
record DeadLetterPage(long total, boolean exact, List<Item> items) {

    /** @param data the payload; left out when it is too long for a list, or when the caller may not see it */
    record Item(
            JobId jobId,
            GroupId groupId,
            String processorType,
            String failedReason,
            String errorCode,
            int attemptsMade,
            Instant failedAt,
            @Nullable JsonNode data) {

        /** Spring logs what a call returns. */
        @Override
        public String toString() {
            return "Item[jobId=" + jobId + ", groupId=" + groupId + ", data=***]";
        }
    }

    static DeadLetterPage of(DeadLetters.Page page, Payloads payloads) {
        return new DeadLetterPage(
                page.total(), page.exact(), page.items().stream().map(letter -> item(letter, payloads)).toList());
    }

    private static Item item(DeadLetter letter, Payloads payloads) {
        return new Item(
                letter.id(),
                letter.groupId(),
                letter.processorType(),
                letter.error(),
                letter.errorCode(),
                letter.attempts(),
                letter.failedAt(),
                payloads.ofDeadLetter(letter.payload()));
    }
}
