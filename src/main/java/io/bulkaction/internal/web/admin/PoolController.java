package io.bulkaction.internal.web.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.engine.PoolStatus;
import io.bulkaction.internal.engine.QueueEngine;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The workers of this instance. */
@RestController
@RequestMapping("/admin/queue")
final class PoolController {

    private static final ProblemType NO_ENGINE = new ProblemType("NO_ENGINE", HttpStatus.NOT_FOUND);

    private final ObjectProvider<Engine> engine;
    private final Audit audit;
    private final AdminMessages messages;

    PoolController(ObjectProvider<Engine> engine, Audit audit, AdminMessages messages) {
        this.engine = engine;
        this.audit = audit;
        this.messages = messages;
    }

    @GetMapping("/pool")
    PoolResponse pool(@RequestParam(defaultValue = "default") QueueName queue) {
        PoolStatus status = engine(queue).status();
        return new PoolResponse(engine.getObject().instanceId(), status);
    }

    /** Holds until this instance restarts; the setting is worker-pool.worker-count. */
    @PostMapping("/scale")
    ScalePoolResponse scale(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid ScalePoolRequest request,
            Actor actor) {
        QueueEngine pool = engine(queue);
        int before = pool.status().workerCount();
        pool.scale(request.workers());
        if (before != request.workers()) {
            audit.note(
                    queue, actor, "scale", "", Audit.Outcome.DONE,
                    request.workers() + " workers, was " + before);
        }
        return new ScalePoolResponse(true, messages.text("admin.scaled", request.workers()), request.workers());
    }

    private QueueEngine engine(QueueName queue) {
        return Optional.ofNullable(engine.getIfAvailable())
                .flatMap(running -> running.find(queue))
                .orElseThrow(() -> new ProblemException(NO_ENGINE, queue));
    }

    /** @param instance the one that answers; behind a load balancer it may be a different one each time */
    record PoolResponse(String instance, @JsonUnwrapped PoolStatus status) {}

    record ScalePoolRequest(@NotNull @Min(0) @Max(10_000) Integer workers) {}

    record ScalePoolResponse(boolean success, String message, int workers) {}
}
