package com.example.invoicing;

import io.bulkaction.GroupCompletedEvent;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Does something when a run has ended. Of all instances that run workers one gets the event, so what it does belongs
 * where all of them can see it; here that is a list.
 */
@Component
class MonthLetter {

    private final Queue<String> sent = new ConcurrentLinkedQueue<>();

    // @start region=listener :
    @EventListener
    void send(GroupCompletedEvent ended) {
        sent.add("%s: %s, %s".formatted(
                ended.groupId(), ended.status(), ended.result().data().get("MAKE_INVOICE")));
    }
    // @end

    Queue<String> sent() {
        return sent;
    }
}
