package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupLimits;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.settings.QueueSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Limits of a whole queue, set at run time for all instances. */
@RestController
@RequestMapping("/admin/queue/limits")
final class QueueLimitsController {

    private final QueueOperations operations;
    private final Queues queues;
    private final SendingWindows windows;
    private final AdminMessages messages;

    QueueLimitsController(QueueOperations operations, Queues queues, SendingWindows windows, AdminMessages messages) {
        this.operations = operations;
        this.queues = queues;
        this.windows = windows;
        this.messages = messages;
    }

    @GetMapping
    LimitsResponse limits(@RequestParam(defaultValue = "default") QueueName queue) {
        QueueStatus status = operations.limits(queue);
        return LimitsResponse.of(queue, null, status.limits(), settings(queue), status.instances().workers());
    }

    /** What is left out stays as it is. */
    @PutMapping
    LimitsResponse tune(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid TuneRequest request,
            Actor actor) {
        windows.require(request.sendingWindow());
        QueueControl.Tuned tuned = operations.tune(
                queue,
                new RuntimeLimits(
                        request.globalRps(), request.maxConcurrency(), request.workers(), request.sendingWindow()),
                actor);
        return answer(queue, tuned, "admin.tuned");
    }

    /** The settings of the instances count again. */
    @DeleteMapping
    LimitsResponse reset(@RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        return answer(queue, operations.untune(queue, actor), "admin.untuned");
    }

    private LimitsResponse answer(QueueName queue, QueueControl.Tuned tuned, String message) {
        return LimitsResponse.of(
                queue, messages.text(tuned.changed() ? message : message + ".already"), tuned.limits(), settings(queue),
                operations.limits(queue).instances().workers());
    }

    private QueueSettings settings(QueueName queue) {
        return queues.get(queue).settings();
    }

    record TuneRequest(
            @Nullable @Positive @DecimalMax("" + GroupLimits.MAX_RPS) Double globalRps,
            @Nullable @Min(0) Integer maxConcurrency,
            @Nullable @Min(0) @Max(100_000) Integer workers,
            @Nullable String sendingWindow) {}

    /**
     * @param configured in the settings of the answering instance; workers per instance
     * @param set at run time, null where the settings count
     * @param current what applies
     */
    record Limit(Number configured, @Nullable Number set, Number current) {

        static Limit of(Number configured, @Nullable Number set) {
            return new Limit(configured, set, set != null ? set : configured);
        }
    }

    /** The same of a sending window; null for all hours. */
    record Window(@Nullable String configured, @Nullable String set, @Nullable String current) {}

    record LimitsResponse(
            QueueName queue, @Nullable String message, Limit globalRps, Limit maxConcurrency, Limit workers,
            Window sendingWindow) {

        static LimitsResponse of(
                QueueName queue, @Nullable String message, RuntimeLimits set, QueueSettings settings, int workers) {
            return new LimitsResponse(
                    queue,
                    message,
                    Limit.of(settings.backpressure().globalRps(), set.globalRps()),
                    Limit.of(settings.workerPool().maxConcurrency(), set.maxConcurrency()),
                    new Limit(settings.workerPool().workerCount(), set.workers(), workers),
                    new Window(settings.sendingWindow(), set.sendingWindow(), set.sendingWindowOr(settings)));
        }
    }
}
