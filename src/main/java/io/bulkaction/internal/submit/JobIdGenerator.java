package io.bulkaction.internal.submit;

import io.bulkaction.JobId;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Ids that are unique over all instances and sort by the time they were made: 12 hex digits of milliseconds, 4 of a
 * counter, 16 of this generator's random name. */
final class JobIdGenerator {

    private static final HexFormat HEX = HexFormat.of();

    private final String name = HEX.toHexDigits(new SecureRandom().nextLong());
    private final AtomicLong last = new AtomicLong();

    JobId next() {
        // why: counting on from the clock keeps ids ordered and unique even when more than 65,536 fall into one millisecond
        long stamp = last.updateAndGet(before -> Math.max(before + 1, System.currentTimeMillis() << 16));
        return new JobId(HEX.toHexDigits(stamp) + name);
    }
}
