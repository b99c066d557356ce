package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends alerts to one channel, on a thread of its own: a channel that hangs or fails delays no other. */
final class AlertSender {

    /** How long an instance may take to send a message before another instance takes it over. */
    static final Duration LEASE = Duration.ofMinutes(1);

    /** Messages that wait for the channel on this instance. */
    static final int CAPACITY = 100;

    private static final Logger log = LoggerFactory.getLogger(AlertSender.class);
    private static final Duration SHORTEST_DELAY = Duration.ofSeconds(2);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
    private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

    /**
     * A message to send.
     *
     * @param attempt from 1
     * @param takenAt on the clock of Redis; {@code takenNanos} is the same moment on the clock of this process
     */
    record Outgoing(QueueAlerts alerts, Alert alert, int attempt, Instant takenAt, long takenNanos) {

        Duration age() {
            return Duration.ofNanos(System.nanoTime() - takenNanos);
        }
    }

    private final AlertChannel channel;
    private final BlockingQueue<Outgoing> outgoing = new ArrayBlockingQueue<>(CAPACITY);
    private final Loop loop;

    AlertSender(AlertChannel channel) {
        this.channel = channel;
        this.loop = new Loop("alert-" + channel.name(), this::sendNext);
    }

    String name() {
        return channel.name();
    }

    boolean hasRoom() {
        return outgoing.remainingCapacity() > 0;
    }

    void add(Outgoing message) {
        if (outgoing.offer(message)) {
            loop.wake();
        }
    }

    void start() {
        loop.start();
    }

    void requestStop() {
        loop.requestStop();
    }

    void stop(Deadline deadline) {
        loop.stop(deadline);
    }

    private Duration sendNext() {
        @Nullable
        Outgoing message = outgoing.poll();
        if (message == null) {
            return UNTIL_WOKEN;
        }
        if (message.age().compareTo(LEASE) < 0) { // else another instance has taken it over
            send(message);
        }
        return Duration.ZERO;
    }

    private void send(Outgoing message) {
        try {
            channel.send(message.alert);
        } catch (Exception failure) {
            Duration delay = delayAfter(message.attempt);
            // why no stack trace and no message: both may contain the address, and that may contain a secret
            log.warn("Alert {} of queue {} could not be sent by {} ({}); next try in {} s",
                    message.alert.type(), message.alert.queue(), name(), failure.getClass().getSimpleName(),
                    delay.toSeconds());
            message.alerts.failed(message.alert, name(), message.takenAt.plus(message.age()).plus(delay));
            return;
        }
        message.alerts.delivered(message.alert, name());
    }

    static Duration delayAfter(int attempt) {
        Duration delay = SHORTEST_DELAY.multipliedBy(1L << Math.min(attempt - 1, 20));
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }
}
