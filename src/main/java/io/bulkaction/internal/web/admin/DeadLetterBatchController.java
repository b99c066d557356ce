package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.JobRef;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Retries and skips many dead letters: all, all that match a filter, or those that a person has selected. */
@RestController
@RequestMapping("/admin/queue")
final class DeadLetterBatchController {

    private static final int MAX_SELECTED = 1_000;

    private final QueueOperations operations;
    private final AdminMessages messages;

    DeadLetterBatchController(QueueOperations operations, AdminMessages messages) {
        this.operations = operations;
        this.messages = messages;
    }

    @PostMapping("/retry-all")
    RetryAllResponse retryAll(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable AllRequest request,
            Actor actor) {
        AllRequest all = AllRequest.orEverything(request);
        long retried = operations.retryAll(queue, all.filter(), actor);
        return new RetryAllResponse(true, retried, messages.text("admin.retried.all", retried));
    }

    /** A paused queue stays paused. */
    @PostMapping("/skip-all")
    SkipAllResponse skipAll(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable AllRequest request,
            Actor actor) {
        AllRequest all = AllRequest.orEverything(request);
        long skipped = operations.skipAll(queue, all.filter(), all.reason(), actor);
        return new SkipAllResponse(true, skipped, messages.text("admin.skipped.some", skipped));
    }

    @PostMapping("/skip-all-and-resume")
    SkipAllAndResumeResponse skipAllAndResume(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        QueueOperations.SkippedAll done =
                operations.skipAllAndResume(queue, ReasonRequest.reason(request), actor);
        return new SkipAllAndResumeResponse(
                true, done.skipped(), messages.text("admin.skipped.all", done.skipped()), done.resumedAt());
    }

    /** A job that is not a dead letter is left as it is and named in the answer. */
    @PostMapping("/retry-selected")
    RetrySelectedResponse retrySelected(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid SelectedRequest request,
            Actor actor) {
        Set<JobRef> selected = request.distinct();
        List<JobRef> retried = operations.retry(queue, selected, actor);
        return new RetrySelectedResponse(
                true,
                messages.text("admin.retried.selected", retried.size(), selected.size()),
                retried.size(),
                missing(selected, retried));
    }

    @PostMapping("/skip-selected")
    SkipSelectedResponse skipSelected(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid SelectedRequest request,
            Actor actor) {
        Set<JobRef> selected = request.distinct();
        List<JobRef> skipped = operations.skip(queue, selected, request.reason(), actor);
        return new SkipSelectedResponse(
                true,
                messages.text("admin.skipped.selected", skipped.size(), selected.size()),
                skipped.size(),
                missing(selected, skipped));
    }

    /** As the caller has named them. */
    private static List<String> missing(Set<JobRef> selected, Collection<JobRef> done) {
        Set<JobRef> left = new LinkedHashSet<>(selected);
        done.forEach(left::remove);
        return left.stream().map(JobRef::toString).toList();
    }

    /** @param reason needed to skip */
    record AllRequest(
            @Nullable String reason,
            @Nullable GroupId groupId,
            @Nullable String errorCode,
            @Nullable String processorType) {

        static AllRequest orEverything(@Nullable AllRequest request) {
            return request == null ? new AllRequest(null, null, null, null) : request;
        }

        DeadLetters.Filter filter() {
            return new DeadLetters.Filter(groupId, errorCode, processorType);
        }
    }

    /**
     * @param jobIds ids, or names, {@code <group>#<id>}, where several groups have such an id
     * @param reason needed to skip
     */
    record SelectedRequest(
            @NotEmpty @Size(max = MAX_SELECTED) List<@NotNull String> jobIds, @Nullable String reason) {

        /** Each once: a job that is named twice must not count as missing. */
        Set<JobRef> distinct() {
            return jobIds.stream().map(JobRef::parse).collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    record RetryAllResponse(boolean success, long retriedCount, String message) {}

    record SkipAllResponse(boolean success, long skippedCount, String message) {}

    record SkipAllAndResumeResponse(boolean success, long skippedCount, String message, Instant resumedAt) {}

    record RetrySelectedResponse(boolean success, String message, int retriedCount, List<String> missing) {}

    record SkipSelectedResponse(boolean success, String message, int skippedCount, List<String> missing) {}
}
