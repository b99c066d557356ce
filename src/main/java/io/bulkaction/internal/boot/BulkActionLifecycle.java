package io.bulkaction.internal.boot;

import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.KeepAlive;
import io.bulkaction.internal.operate.alert.AlertMonitor;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.operate.recur.Ticker;
import io.bulkaction.internal.operate.sending.WindowKeeper;
import io.bulkaction.internal.run.Watchers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** What starts and stops, in which order. */
final class BulkActionLifecycle implements SmartLifecycle {

    /** Before the web server starts and after it has stopped, while Redis is still connected. */
    private static final int PHASE = 1 << 30;

    /** For what comes after the jobs: results in progress, signing off. */
    private static final Duration AFTER_THE_JOBS = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(BulkActionLifecycle.class);

    private final StartChecks checks;
    private final Engine engine;
    private final Watchers watchers;
    private final AlertMonitor alerts;
    private final QueueHistory history;
    private final Ticker ticker;
    private final WindowKeeper windows;
    private final Runnable leave;
    private final Duration gracePeriod;
    private final @Nullable KeepAlive keepAlive;
    private volatile boolean running;

    /** @param keepAlive null where the process may end by itself */
    BulkActionLifecycle(
            StartChecks checks,
            Engine engine,
            Watchers watchers,
            AlertMonitor alerts,
            QueueHistory history,
            Ticker ticker,
            WindowKeeper windows,
            Runnable leave,
            Duration gracePeriod,
            @Nullable KeepAlive keepAlive) {
        this.checks = checks;
        this.engine = engine;
        this.watchers = watchers;
        this.alerts = alerts;
        this.history = history;
        this.ticker = ticker;
        this.windows = windows;
        this.leave = leave;
        this.gracePeriod = gracePeriod;
        this.keepAlive = keepAlive;
    }

    /** What works on queues starts once Redis has passed the checks. */
    @Override
    public synchronized void start() {
        if (!running) {
            running = true;
            checks.whenPassed(this::startWork);
            if (keepAlive != null) {
                keepAlive.start();
            }
        }
    }

    /**
     * Sending windows first, because they are closed until it is known when they open; watchers before the jobs, so that a
     * run that ends with the very first job gets its result.
     */
    private synchronized void startWork() {
        if (running) {
            windows.start();
            watchers.start();
            engine.start();
            alerts.start();
            history.start();
            ticker.start();
        }
    }

    /** Jobs first, then the results of the runs that ended with them; last, this instance signs off. */
    @Override
    public synchronized void stop() {
        if (running) {
            running = false;
            log.info("stopping within {} s", gracePeriod.toSeconds());
            ticker.stop(Deadline.in(AFTER_THE_JOBS));
            engine.stop(Deadline.in(gracePeriod));
            history.stop(Deadline.in(AFTER_THE_JOBS));
            alerts.stop(Deadline.in(AFTER_THE_JOBS));
            watchers.stop(Deadline.in(AFTER_THE_JOBS));
            windows.stop(Deadline.in(AFTER_THE_JOBS));
            leave.run();
            if (keepAlive != null) {
                keepAlive.stop();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
