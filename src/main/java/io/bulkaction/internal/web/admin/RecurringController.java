package io.bulkaction.internal.web.admin;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.recur.RecurringAction;
import io.bulkaction.internal.operate.recur.RecurringActions;
import io.bulkaction.internal.operate.recur.RecurringState;
import io.bulkaction.internal.operate.recur.RecurringView;
import io.bulkaction.internal.operate.recur.Tick;
import io.bulkaction.internal.operate.recur.Trouble;
import io.bulkaction.internal.settings.RecurringSettings.FixedJob;
import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import io.bulkaction.internal.web.access.Payloads;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Recurring bulk actions: what they are, their next and last ticks, and what people do to them. */
@RestController
@RequestMapping("/admin/recurring")
final class RecurringController {

    private static final String UTC = "UTC";

    private final RecurringActions actions;
    private final Queues queues;
    private final AdminMessages messages;
    private final Payloads payloads;
    private final Callers callers;

    RecurringController(
            RecurringActions actions, Queues queues, AdminMessages messages, Payloads payloads, Callers callers) {
        this.actions = actions;
        this.queues = queues;
        this.messages = messages;
        this.payloads = payloads;
        this.callers = callers;
    }

    /** Of all queues, without their jobs. */
    @ChecksScope
    @GetMapping
    ListResponse all() {
        Predicate<QueueName> mayLookAt = callers.wholeQueues();
        return new ListResponse(queues.all().stream()
                .filter(queue -> mayLookAt.test(queue.name()))
                .flatMap(queue -> actions.all(queue.name()).stream())
                .map(view -> response(view, null, List.of()))
                .toList());
    }

    @GetMapping("/{name}")
    RecurringResponse one(@PathVariable String name, @RequestParam(defaultValue = "default") QueueName queue) {
        return whole(actions.get(queue, name), null);
    }

    /** Creates it, or replaces the one of this name. */
    @PutMapping("/{name}")
    RecurringResponse put(
            @PathVariable String name,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid RecurringRequest request,
            Actor actor) {
        RecurringAction action = request.action(name);
        callers.requireSubmit(BulkActionRequest.to(queue.value(), "recurring").processor(action.processor())
                .level(action.level()).target());
        return whole(actions.put(queue, action, actor), messages.text("admin.recurring.set"));
    }

    @DeleteMapping("/{name}")
    Done delete(
            @PathVariable String name, @RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        actions.delete(queue, name, actor);
        return new Done(true, messages.text("admin.recurring.deleted"), null);
    }

    /** At once, beside its ticks. */
    @PostMapping("/{name}/run")
    Done run(@PathVariable String name, @RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        String group = actions.run(queue, name, actor);
        return new Done(true, messages.text("admin.recurring.run", group), group);
    }

    /** Pausing a paused one changes nothing, and the message says so. */
    @PostMapping("/{name}/pause")
    Done pause(
            @PathVariable String name,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        boolean changed = actions.pause(queue, name, ReasonRequest.reason(request), actor);
        return new Done(
                true, messages.text(changed ? "admin.recurring.paused" : "admin.recurring.paused.already"), null);
    }

    @PostMapping("/{name}/resume")
    Done resume(@PathVariable String name, @RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        boolean changed = actions.resume(queue, name, actor);
        return new Done(
                true, messages.text(changed ? "admin.recurring.resumed" : "admin.recurring.resumed.already"), null);
    }

    private RecurringResponse whole(RecurringView view, @Nullable String message) {
        List<JobShown> jobs = view.action().jobs().stream()
                .map(job -> new JobShown(job.id(), payloads.of(job.payload())))
                .toList();
        return response(view, message, jobs);
    }

    private RecurringResponse response(RecurringView view, @Nullable String message, List<JobShown> jobs) {
        RecurringAction action = view.action();
        RecurringState state = view.state();
        RecurringState.Pause pause = state.pause();
        Trouble trouble = view.trouble();
        return new RecurringResponse(
                message, action.name(), view.queue(), action.origin(), action.cron(), action.zone(), action.processor(),
                action.level(), action.jobs().size(), jobs, action.source(), action.url(), action.group(),
                action.missed(), action.overlap(),
                pause == null ? null : new PauseShown(Instant.ofEpochMilli(pause.at()), pause.reason(), pause.by()),
                trouble == null ? null : new TroubleShown(
                        trouble.code(), messages.text("admin.recurring.trouble." + trouble.code(), trouble.tick()),
                        trouble.error()),
                view.upcoming(),
                Stream.concat(state.open().reversed().stream(), state.past().stream()).map(TickShown::of).toList());
    }

    /** What is left out has its default. */
    record RecurringRequest(
            @NotBlank String cron,
            @Nullable String zone,
            @NotBlank String processorType,
            @Nullable PriorityLevel priorityLevel,
            @Nullable List<@NotNull @Valid JobWanted> jobs,
            @Nullable String source,
            @Nullable String url,
            @Nullable String group,
            @Nullable Missed missed,
            @Nullable Overlap overlap) {

        RecurringAction action(String name) {
            return new RecurringAction(
                    name,
                    RecurringAction.Origin.API,
                    cron,
                    Objects.requireNonNullElse(zone, UTC),
                    processorType,
                    priorityLevel,
                    jobs == null ? List.of() : jobs.stream().map(JobWanted::fixed).toList(),
                    source,
                    url,
                    Objects.requireNonNullElse(group, RecurringAction.DEFAULT_GROUP),
                    Objects.requireNonNullElse(missed, Missed.SKIP),
                    Objects.requireNonNullElse(overlap, Overlap.SKIP));
        }
    }

    record JobWanted(@Nullable String jobId, @NotNull JsonNode payload) {

        FixedJob fixed() {
            return new FixedJob(jobId, payload.toString());
        }

        /** Spring logs what a call takes. */
        @Override
        public String toString() {
            return "JobWanted[jobId=" + jobId + ", payload=***]";
        }
    }

    /** @param payload null if the caller may not see it */
    record JobShown(@Nullable String jobId, @Nullable JsonNode payload) {

        /** Spring logs what a call returns. */
        @Override
        public String toString() {
            return "JobShown[jobId=" + jobId + ", payload=***]";
        }
    }

    record PauseShown(Instant pausedAt, String reason, String pausedBy) {}

    record TroubleShown(Trouble.Code code, String sentence, @Nullable String error) {}

    /**
     * @param missed ticks before it that nobody ran
     * @param retryAt when its source is asked again; null if it is not
     */
    record TickShown(
            Instant at,
            boolean manual,
            String groupId,
            Tick.Status status,
            int attempts,
            long jobs,
            long missed,
            @Nullable Instant retryAt,
            @Nullable String error) {

        static TickShown of(Tick tick) {
            boolean isRetried = tick.status() == Tick.Status.WAITING && tick.attempts() > 0;
            return new TickShown(
                    Instant.ofEpochMilli(tick.at()), tick.manual(), tick.group(), tick.status(), tick.attempts(),
                    tick.jobs(), tick.missed(), isRetried ? Instant.ofEpochMilli(tick.until()) : null, tick.note());
        }
    }

    /**
     * @param jobCount how many fixed jobs it has
     * @param jobs left out of the list of all
     * @param ticks those that have not ended, then the last ones that have; newest first
     */
    record RecurringResponse(
            @Nullable String message,
            String name,
            QueueName queue,
            RecurringAction.Origin origin,
            String cron,
            String zone,
            String processorType,
            @Nullable PriorityLevel priorityLevel,
            int jobCount,
            List<JobShown> jobs,
            @Nullable String source,
            @Nullable String url,
            String group,
            Missed missed,
            Overlap overlap,
            @Nullable PauseShown paused,
            @Nullable TroubleShown trouble,
            List<Instant> upcoming,
            List<TickShown> ticks) {}

    record ListResponse(List<RecurringResponse> items) {}

    record Done(boolean success, String message, @Nullable String groupId) {}
}
