package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.DeadLetter;
import io.bulkaction.internal.operate.DeadLetterSearch;
import io.bulkaction.internal.operate.DeadLetterSearch.Position;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import io.bulkaction.internal.web.access.Payloads;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The dead letters of all queues: what failed last night, wherever it was. */
@RestController
final class AllDeadLettersController {

    private final Queues queues;
    private final Callers callers;
    private final Payloads payloads;

    AllDeadLettersController(Queues queues, Callers callers, Payloads payloads) {
        this.queues = queues;
        this.callers = callers;
        this.payloads = payloads;
    }

    /**
     * Newest first.
     *
     * @param text only those with this text in their id, their group or their error
     * @param from only those that failed then or later
     * @param to only those that failed then or earlier
     * @param before where the previous page ended
     */
    @ChecksScope
    @GetMapping("/admin/failed")
    AllDeadLetters all(
            @RequestParam(required = false) @Nullable String errorCode,
            @RequestParam(required = false) @Nullable String processorType,
            @RequestParam(required = false) @Size(max = 200) @Nullable String text,
            @RequestParam(required = false) @Nullable OffsetDateTime from,
            @RequestParam(required = false) @Nullable OffsetDateTime to,
            @RequestParam(required = false) @Pattern(regexp = "[0-9]{1,15}-[0-9]{1,6}") @Nullable String before,
            @RequestParam(defaultValue = "25") @Min(1) @Max(100) int limit) {
        Predicate<QueueName> mayLookAt = callers.wholeQueues();
        List<Queue> all = queues.all().stream().filter(queue -> mayLookAt.test(queue.name())).toList();
        DeadLetterSearch.Wanted wanted =
                new DeadLetterSearch.Wanted(errorCode, processorType, text, instant(from), instant(to));
        DeadLetterSearch.Found found = DeadLetterSearch.search(all, wanted, position(before), limit);
        payloads.noteErrors(found.hits().size());
        return AllDeadLetters.of(found, limit);
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private static @Nullable Position position(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String[] parts = text.split("-");
        return new Position(Instant.ofEpochMilli(Long.parseLong(parts[0])), Integer.parseInt(parts[1]));
    }

    /**
     * A page of them.
     *
     * @param looked how many were looked at
     * @param complete false if the search stopped early: there may be more before {@code next}
     * @param next what to give as {@code before} for the next page; null when there is none
     */
    record AllDeadLetters(List<Item> items, int looked, boolean complete, @Nullable String next) {

        record Item(
                QueueName queue,
                JobId jobId,
                GroupId groupId,
                String processorType,
                String failedReason,
                String errorCode,
                int attemptsMade,
                Instant failedAt) {}

        static AllDeadLetters of(DeadLetterSearch.Found found, int limit) {
            Position next = found.next();
            return new AllDeadLetters(
                    found.hits().stream().map(hit -> item(hit.queue(), hit.letter())).toList(),
                    found.looked(),
                    next == null || found.hits().size() == limit,
                    next == null ? null : next.at().toEpochMilli() + "-" + next.skip());
        }

        private static Item item(QueueName queue, DeadLetter letter) {
            return new Item(
                    queue, letter.id(), letter.groupId(), letter.processorType(), letter.error(), letter.errorCode(),
                    letter.attempts(), letter.failedAt());
        }
    }
}
