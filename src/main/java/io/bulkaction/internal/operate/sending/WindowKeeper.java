package io.bulkaction.internal.operate.sending;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.RedisQueue;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that every partition knows when the sending windows open next, for days ahead: nothing starts early because no
 * instance was there at the end of one, and nothing late because one died. All instances look; whoever comes first writes.
 */
public final class WindowKeeper {

    private static final Logger log = LoggerFactory.getLogger(WindowKeeper.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** In between only whether the windows themselves have changed is looked at. */
    private static final int TURNS_PER_SWEEP = 10;

    private final Collection<Queue> queues;
    private final SendingWindows windows;
    private final Loop loop;
    private @Nullable Map<String, SendingWindow> seen;
    private int turns;

    /** @param queues that this instance works on */
    WindowKeeper(Collection<Queue> queues, SendingWindows windows) {
        this.queues = queues;
        this.windows = windows;
        this.loop = new Loop("sending-windows", () -> {
            turn();
            return INTERVAL;
        });
    }

    public void start() {
        loop.start();
    }

    public void stop(Deadline deadline) {
        loop.stop(deadline);
    }

    /** Costs one command where there are no windows. */
    void turn() {
        boolean isSweep = turns++ % TURNS_PER_SWEEP == 0;
        windows.register();
        Map<String, SendingWindow> now = windows.byName();
        if (!now.equals(seen) || (isSweep && !now.isEmpty())) {
            settle(now);
        }
    }

    /** The same whether it seems to be needed or not. */
    public void sweep() {
        windows.register();
        settle(windows.byName());
    }

    private void settle(Map<String, SendingWindow> now) {
        boolean isDone = true;
        for (Queue queue : queues) {
            isDone &= settle(queue, now);
        }
        seen = isDone ? now : null;
    }

    /** Where the node of a partition is down, the others go on; that one starts nothing. */
    private boolean settle(Queue queue, Map<String, SendingWindow> now) {
        boolean isDone = true;
        for (RedisQueue redis : queue.redis()) {
            try {
                new Timetables(redis).settle(now);
            } catch (RuntimeException failed) {
                isDone = false;
                log.warn("cannot write when sending windows of queue {} open: {}", queue.name(),
                        OneLine.of(String.valueOf(failed.getMessage())));
            }
        }
        if (isDone && queue.isPartitioned()) {
            QueueControl.of(queue).copyWindow();
        }
        return isDone;
    }
}
