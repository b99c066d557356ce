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

/** Brings alerts to one channel, on a thread of its own: a channel that hangs or fails holds up nobody else. */
final class Courier {

    /** How long an instance has for a delivery before another takes it on. */
    static final Duration LEASE = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Courier.class);
    private static final int CAPACITY = 100;
    private static final Duration FIRST_REST = Duration.ofSeconds(2);
    private static final Duration LONGEST_REST = Duration.ofMinutes(5);
    private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

    /**
     * @param attempt this one's number
     * @param at on the clock of Redis
     */
    record Parcel(AlertDesk desk, Alert alert, int attempt, Instant at, long atNanos) {}

    private final AlertChannel channel;
    private final BlockingQueue<Parcel> parcels = new ArrayBlockingQueue<>(CAPACITY);
    private final Loop loop;

    Courier(AlertChannel channel) {
        this.channel = channel;
        this.loop = new Loop("alert-" + channel.name(), this::deliverNext);
    }

    String name() {
        return channel.name();
    }

    boolean hasRoom() {
        return parcels.remainingCapacity() > 0;
    }

    void take(Parcel parcel) {
        if (parcels.offer(parcel)) {
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

    private Duration deliverNext() {
        @Nullable
        Parcel parcel = parcels.poll();
        if (parcel == null) {
            return UNTIL_WOKEN;
        }
        Duration age = Duration.ofNanos(System.nanoTime() - parcel.atNanos);
        if (age.compareTo(LEASE) < 0) { // else it is somebody else's by now
            deliver(parcel);
        }
        return Duration.ZERO;
    }

    private void deliver(Parcel parcel) {
        try {
            channel.send(parcel.alert);
        } catch (Exception failure) {
            Duration rest = restAfter(parcel.attempt);
            // why no stack trace and no message: both may hold the address, and that may hold a secret
            log.warn("Alert {} of queue {} could not be sent by {} ({}); next try in {} s",
                    parcel.alert.type(), parcel.alert.queue(), name(), failure.getClass().getSimpleName(),
                    rest.toSeconds());
            Instant until = parcel.at.plusNanos(System.nanoTime() - parcel.atNanos).plus(rest);
            parcel.desk.refused(parcel.alert, name(), until);
            return;
        }
        parcel.desk.delivered(parcel.alert, name());
    }

    static Duration restAfter(int attempt) {
        Duration rest = FIRST_REST.multipliedBy(1L << Math.min(attempt - 1, 20));
        return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
    }
}
