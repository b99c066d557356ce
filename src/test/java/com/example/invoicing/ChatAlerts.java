package com.example.invoicing;

import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Tells the team when something is wrong with a queue, and when it is over. */
// @start region=channel :
@Component
class ChatAlerts implements AlertChannel {

    private final ChatRoom room;

    ChatAlerts(ChatRoom room) {
        this.room = room;
    }

    @Override
    public String name() {
        return "chat";
    }

    @Override
    public void send(Alert alert) throws IOException {
        room.post((alert.isResolved() ? "Over: " : alert.severity() + ": ") + alert.title());
    }
}
// @end
