package io.bulkaction.internal.run;

import io.bulkaction.GroupLimits;
import io.bulkaction.internal.redis.Reply;
import java.io.Serial;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Somebody who is kept to some groups wants more of them than others have set. The message says what there is. */
public final class BeyondBoundsException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private BeyondBoundsException(String bounds) {
        super(bounds);
    }

    static BeyondBoundsException of(Reply reply) {
        double rps = Double.parseDouble(reply.text("max_rps"));
        long concurrency = reply.number("max_concurrency");
        String window = Groups.window(reply);
        return new BeyondBoundsException(Stream.of(
                rps > 0 ? "maxRps " + rps : null,
                concurrency > 0 ? "maxConcurrency " + concurrency : null,
                "weight " + Groups.weight(reply, GroupLimits.DEFAULT_WEIGHT),
                window == null ? null : "sendingWindow " + window)
                .filter(Objects::nonNull).collect(Collectors.joining(", ")));
    }
}
