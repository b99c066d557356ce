package io.bulkaction.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How long tests wait for what must happen, unless they say otherwise. A limit is there to end a test that hangs, not to
 * tell whether something was quick: it is far longer than the slowest machine needs.
 */
public final class Patience implements BeforeAllCallback {

    public static final Duration LIMIT = Duration.ofMinutes(5);

    /** Awaitility's own would make hundreds of tests wait longer than what they wait for takes. */
    private static final Duration POLL = Duration.ofMillis(25);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
        Awaitility.setDefaultPollInterval(POLL);
        // why: it would be those of any thread, and of any class that runs at the same time
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
