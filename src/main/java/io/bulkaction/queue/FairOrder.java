package io.bulkaction.queue;

import io.bulkaction.queue.redis.Args;
import io.bulkaction.settings.QueueSettings;

/** The two numbers of the fair order, alpha and max_boost, as every script that touches a score takes them. */
final class FairOrder {

    private FairOrder() {}

    static Args add(Args args, QueueSettings settings) {
        return args.add(settings.fairQueue().alpha()).add(settings.fairQueue().maxBoost());
    }
}
