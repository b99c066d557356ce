package io.bulkaction.server.demo;

import java.time.Duration;
import org.springframework.context.event.EventListener;
import org.springframework.web.context.support.ServletRequestHandledEvent;

/** Waits for somebody who looks at the dashboard: what its pages ask for is answered. */
final class FirstLook {

    private static final String ASKED_BY_THE_PAGES = "/admin/queues";

    private final Duration limit;
    private volatile boolean seen;
    private volatile long since = System.nanoTime();

    FirstLook(Duration limit) {
        this.limit = limit;
    }

    Duration limit() {
        return limit;
    }

    void await() {
        since = System.nanoTime();
    }

    boolean isOver() {
        return seen || System.nanoTime() - since > limit.toNanos();
    }

    @EventListener
    void answered(ServletRequestHandledEvent request) {
        seen |= request.getRequestUrl().endsWith(ASKED_BY_THE_PAGES) && request.getStatusCode() == 200;
    }
}
