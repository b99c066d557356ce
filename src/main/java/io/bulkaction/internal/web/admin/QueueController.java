package io.bulkaction.internal.web.admin;

import io.bulkaction.Explanation;
import io.bulkaction.QueueName;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.explain.QueueJudge;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.Task;
import io.bulkaction.internal.operate.Tasks;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The status of queues; pauses and resumes them. */
@RestController
@RequestMapping("/admin")
final class QueueController {

    private final QueueOperations operations;
    private final QueueHistory history;
    private final Tasks tasks;
    private final AdminMessages messages;
    private final Queues queues;
    private final Explainer explainer;
    private final Callers callers;

    QueueController(
            QueueOperations operations,
            QueueHistory history,
            Tasks tasks,
            AdminMessages messages,
            Queues queues,
            Explainer explainer,
            Callers callers) {
        this.operations = operations;
        this.history = history;
        this.tasks = tasks;
        this.messages = messages;
        this.queues = queues;
        this.explainer = explainer;
        this.callers = callers;
    }

    @ChecksScope
    @GetMapping("/queues")
    List<QueueStatusResponse> statuses() {
        Predicate<QueueName> mayLookAt = callers.wholeQueues();
        return operations.statuses().stream()
                .filter(status -> mayLookAt.test(status.queue()))
                .map(this::response)
                .toList();
    }

    @GetMapping("/queue/status")
    QueueStatusResponse status(@RequestParam(defaultValue = "default") QueueName queue) {
        return response(operations.status(queue));
    }

    /** Whether the queue makes progress, and what it waits for; also while Redis does not answer. */
    @GetMapping("/queue/explain")
    Explanation explain(@RequestParam(defaultValue = "default") QueueName queue) {
        return Explainer.in(LocaleContextHolder.getLocale(), explainer.queue(queue));
    }

    /** Tasks of many steps that run or ran lately, on any instance; newest first. */
    @GetMapping("/queue/progress")
    List<Task.View> tasks(@RequestParam(defaultValue = "default") QueueName queue) {
        return tasks.of(queue);
    }

    /** Pausing a paused queue changes nothing, and the message says so. */
    @PostMapping("/queue/pause")
    PauseQueueResponse pause(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        QueueControl.Paused paused = operations.pause(queue, ReasonRequest.reason(request), actor);
        return new PauseQueueResponse(
                true, messages.text(paused.changed() ? "admin.paused" : "admin.paused.already"), paused.since());
    }

    @PostMapping("/queue/resume")
    ResumeQueueResponse resume(@RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        QueueOperations.Resumed resumed = operations.resume(queue, actor);
        return new ResumeQueueResponse(
                true,
                messages.text(resumed.changed() ? "admin.resumed" : "admin.resumed.already"),
                resumed.pendingJobs(),
                resumed.at());
    }

    private QueueStatusResponse response(QueueStatus status) {
        Explanation explanation = QueueJudge.judge(status, queues.get(status.queue()).settings());
        return QueueStatusResponse.of(
                status, history, Explainer.in(LocaleContextHolder.getLocale(), explanation));
    }

    record PauseQueueResponse(boolean success, String message, Instant pausedAt) {}

    record ResumeQueueResponse(boolean success, String message, long pendingJobs, Instant resumedAt) {}
}
