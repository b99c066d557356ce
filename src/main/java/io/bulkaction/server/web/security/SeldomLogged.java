package io.bulkaction.server.web.security;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Lets through ten lines at once and one a minute after that: what everybody can cause must not fill the log. */
final class SeldomLogged {

    static final int AT_ONCE = 10;

    private final RefillingBudget<String> lines;

    SeldomLogged(LongSupplier nanoClock) {
        this.lines = new RefillingBudget<>(AT_ONCE, Duration.ofMinutes(AT_ONCE), 1, nanoClock);
    }

    void run(Runnable log) {
        if (lines.take("").isEmpty()) {
            log.run();
        }
    }
}
