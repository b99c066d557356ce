package io.bulkaction.internal.operate.alert;

import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what it is sent; fails as often as the test says. */
final class MailboxChannel implements AlertChannel {

    private final String name;
    private final List<Alert> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures;
    private final AtomicInteger tries = new AtomicInteger();

    MailboxChannel(String name, int failures) {
        this.name = name;
        this.failures = new AtomicInteger(failures);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void send(Alert alert) throws IOException {
        tries.incrementAndGet();
        if (failures.getAndDecrement() > 0) {
            throw new IOException("not now");
        }
        received.add(alert);
    }

    List<Alert> alerts() {
        return List.copyOf(received);
    }

    /** Type of each message, with "over" if it is a resolution. */
    List<String> news() {
        return received.stream().map(alert -> alert.type() + (alert.isResolved() ? " over" : "")).toList();
    }

    int tries() {
        return tries.get();
    }
}
