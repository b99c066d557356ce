package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.settings.QueueSettings;

/** The three numbers of the fair order in one text, as every script that touches a score takes them (lua/lib/fair.lua). */
public final class FairOrder {

    private FairOrder() {}

    public static Args add(Args args, QueueSettings settings) {
        QueueSettings.FairQueue order = settings.fairQueue();
        return args.add(order.alpha() + " " + order.maxBoost().toMillis() + " " + order.nearlyFinished());
    }
}
