package io.bulkaction.web.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bulkaction.engine.Engine;
import io.bulkaction.engine.PoolStatus;
import io.bulkaction.engine.QueueEngine;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.Audit;
import io.bulkaction.web.problem.ProblemException;
import io.bulkaction.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
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
    private final Said said;

    PoolController(ObjectProvider<Engine> engine, Audit audit, Said said) {
        this.engine = engine;
        this.audit = audit;
        this.said = said;
    }

    @GetMapping("/pool")
    PoolResponse pool(@RequestParam(defaultValue = "default") String queue) {
        PoolStatus status = engine(queue).status();
        return new PoolResponse(engine.getObject().instanceId(), status);
    }

    /** Until this instance restarts; the setting is worker-pool.worker-count. */
    @PostMapping("/scale")
    ScalePoolResponse scale(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody @Valid ScalePoolRequest request,
            HttpServletRequest http) {
        QueueEngine pool = engine(queue);
        int before = pool.status().workerCount();
        pool.scale(request.workers());
        if (before != request.workers()) {
            audit.note(
                    new QueueName(queue), said.actor(http), "scale", "", Audit.Outcome.DONE,
                    request.workers() + " workers, was " + before);
        }
        return new ScalePoolResponse(true, said.text("admin.scaled", request.workers()), request.workers());
    }

    private QueueEngine engine(String queue) {
        Engine running = engine.getIfAvailable();
        return (running == null ? java.util.Optional.<QueueEngine>empty() : running.find(new QueueName(queue)))
                .orElseThrow(() -> new ProblemException(NO_ENGINE, queue));
    }

    /** @param instance which one answers: behind a load balancer it may be another one each time */
    record PoolResponse(String instance, @JsonUnwrapped PoolStatus status) {}

    record ScalePoolRequest(@NotNull @Min(0) @Max(10_000) Integer workers) {}

    record ScalePoolResponse(boolean success, String message, int workers) {}
}
