package io.bulkaction;

import io.bulkaction.engine.Engine;
import io.bulkaction.loop.Deadline;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** What starts and stops, in which order. */
final class BulkActionLifecycle implements SmartLifecycle {

    /** Before the web server starts and after it has stopped, while Redis is still connected. */
    private static final int PHASE = 1 << 30;

    private static final Logger log = LoggerFactory.getLogger(BulkActionLifecycle.class);

    private final Engine engine;
    private final Duration gracePeriod;
    private volatile boolean running;

    BulkActionLifecycle(Engine engine, Duration gracePeriod) {
        this.engine = engine;
        this.gracePeriod = gracePeriod;
    }

    @Override
    public synchronized void start() {
        if (!running) {
            engine.start();
            running = true;
        }
    }

    @Override
    public synchronized void stop() {
        if (running) {
            running = false;
            log.info("stopping within {} s", gracePeriod.toSeconds());
            engine.stop(Deadline.in(gracePeriod));
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
