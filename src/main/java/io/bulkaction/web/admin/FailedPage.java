package io.bulkaction.web.admin;

import io.bulkaction.queue.DeadLetter;
import io.bulkaction.queue.DeadLetters;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** @param exact false when several filters together were too much to look at all: there may be more */
record FailedPage(long total, boolean exact, List<Item> items) {

    /** @param data the payload; left out when it is too long for a list */
    record Item(
            String jobId,
            String groupId,
            String processorType,
            String failedReason,
            String errorCode,
            int attemptsMade,
            Instant failedAt,
            @Nullable JsonNode data) {}

    static FailedPage of(DeadLetters.Page page, JsonMapper json) {
        return new FailedPage(
                page.total(), page.exact(), page.items().stream().map(letter -> item(letter, json)).toList());
    }

    private static Item item(DeadLetter letter, JsonMapper json) {
        return new Item(
                letter.id().value(),
                letter.groupId().value(),
                letter.processorType(),
                letter.error(),
                letter.errorCode(),
                letter.attempts(),
                letter.failedAt(),
                letter.payload() == null ? null : json.readTree(letter.payload()));
    }
}
