package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.settings.QueueSettings;

/** How much may enter Ready now, as both scripts that fill it take it: a batch, a depth and a rate. */
final class ReadyRoom {

    private ReadyRoom() {}

    static Args add(Args args, int limit, int minDepth, QueueSettings settings) {
        QueueSettings.Backpressure pressure = settings.backpressure();
        return args.add(limit)
                .add(minDepth)
                .add(pressure.readyQueueMaxSize())
                .add(pressure.readyTargetWait())
                .add(RateLimiter.perWindow(pressure))
                .add(pressure.rateLimitWindow());
    }
}
