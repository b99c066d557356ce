package io.bulkaction.web.admin;

import io.bulkaction.job.QueueName;
import io.bulkaction.operate.Progress;
import io.bulkaction.operate.ProgressBoard;
import io.bulkaction.operate.QueueOperations;
import io.bulkaction.operate.QueueStatus;
import io.bulkaction.operate.history.QueueHistory;
import io.bulkaction.queue.QueueState;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How queues stand, and whether they run. */
@RestController
@RequestMapping("/admin")
final class QueueController {

    private final QueueOperations operations;
    private final QueueHistory history;
    private final ProgressBoard board;
    private final Said said;

    QueueController(QueueOperations operations, QueueHistory history, ProgressBoard board, Said said) {
        this.operations = operations;
        this.history = history;
        this.board = board;
        this.said = said;
    }

    @GetMapping("/queues")
    List<QueueStatusResponse> statuses() {
        return operations.statuses().stream().map(this::response).toList();
    }

    @GetMapping("/queue/status")
    QueueStatusResponse status(@RequestParam(defaultValue = "default") String queue) {
        return response(operations.status(new QueueName(queue)));
    }

    /** What goes on step by step, on whatever instance, and what lately did; newest first. */
    @GetMapping("/queue/progress")
    List<Progress.View> progress(@RequestParam(defaultValue = "default") String queue) {
        return board.of(new QueueName(queue));
    }

    /** Pausing a paused queue changes nothing, and the message says so. */
    @PostMapping("/queue/pause")
    PauseQueueResponse pause(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody(required = false) @Nullable PauseQueueRequest request,
            HttpServletRequest http) {
        String reason = request == null ? null : request.reason();
        QueueState.Paused paused = operations.pause(new QueueName(queue), reason, said.actor(http));
        return new PauseQueueResponse(
                true, said.text(paused.changed() ? "admin.paused" : "admin.paused.already"), paused.since());
    }

    @PostMapping("/queue/resume")
    ResumeQueueResponse resume(@RequestParam(defaultValue = "default") String queue, HttpServletRequest http) {
        QueueOperations.Resumed resumed = operations.resume(new QueueName(queue), said.actor(http));
        return new ResumeQueueResponse(
                true,
                said.text(resumed.changed() ? "admin.resumed" : "admin.resumed.already"),
                resumed.pendingJobs(),
                resumed.at());
    }

    private QueueStatusResponse response(QueueStatus status) {
        return QueueStatusResponse.of(status, history);
    }

    record PauseQueueRequest(@Nullable String reason) {}

    record PauseQueueResponse(boolean success, String message, Instant pausedAt) {}

    record ResumeQueueResponse(boolean success, String message, long pendingJobs, Instant resumedAt) {}
}
