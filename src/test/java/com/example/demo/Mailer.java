package com.example.demo;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/** Stands for whatever delivers mails. */
@Component
class Mailer {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    /** @param key the same mail is delivered once */
    void send(String to, String text, String key) {
        if (text.contains("later") && sent.isEmpty()) {
            sent.add("refused " + to);
            throw new IllegalStateException("the mail server is busy");
        }
        sent.add(TenantOfJobs.current() + ": " + to + " " + key);
    }

    List<String> sent() {
        return sent;
    }
}
