package com.example.invoicing;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.stereotype.Component;

/** Stands for the team's chat. */
@Component
class ChatRoom {

    private final Queue<String> messages = new ConcurrentLinkedQueue<>();

    void post(String message) throws IOException {
        messages.add(message);
    }

    Queue<String> messages() {
        return messages;
    }
}
