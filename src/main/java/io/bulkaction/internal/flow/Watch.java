package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;

/**
 * How well somebody who recovers jobs has seen the others, in one text as the script takes it (lua/lib/watch.lua). An
 * instance is gone only if it was silent under somebody's eyes.
 *
 * @param unbroken how long Redis has answered without a break
 * @param blind how long an outage may last that goes unnoticed
 * @param expectedMillis what the clock of Redis should show, 0 when that is not known
 * @param tolerance how far it may be off
 */
public record Watch(Duration unbroken, Duration blind, long expectedMillis, Duration tolerance) {

    /** Of somebody who has just come and takes nobody for gone. */
    public static final Watch NONE = new Watch(Duration.ZERO, Duration.ZERO, 0, Duration.ZERO);

    Args add(Args args, QueueSettings.Reliability reliability) {
        return args.add(unbroken.toMillis() + " " + blind.toMillis() + " " + reliability.heartbeatGoodFor().toMillis()
                + " " + expectedMillis + " " + tolerance.toMillis());
    }
}
