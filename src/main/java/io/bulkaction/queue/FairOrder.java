package io.bulkaction.queue;

import io.bulkaction.queue.redis.Args;
import io.bulkaction.settings.QueueSettings;

/** The three numbers of the fair order in one text, as every script that touches a score takes them (lua/lib/fair.lua). */
final class FairOrder {

    private FairOrder() {}

    static Args add(Args args, QueueSettings settings) {
        QueueSettings.FairQueue order = settings.fairQueue();
        return args.add(order.alpha() + " " + order.maxBoost().toMillis() + " " + order.nearlyFinished());
    }
}
