package io.bulkaction.server.web.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the server waits for on a connection, and since when. Only the time of the client counts, not the time in which
 * the server works on a request or keeps an idle connection for the next one. The thread that serves the connection
 * changes the state, another one looks at it.
 */
final class Connection {

    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    /**
     * HEAD: a request (or TLS) begins. SERVED: the server works, or sends the answer. BODY: the server waits for the
     * body. DRAIN: the answer is sent, the rest of the body is thrown away. IDLE: kept for the next request.
     */
    private enum Phase {
        HEAD,
        SERVED,
        BODY,
        DRAIN,
        IDLE
    }

    private record State(Phase phase, long since) {}

    /** How far the answer to a request is. */
    interface Answer {

        boolean isBegun();

        /** By the same clock as that of the connection. */
        long begunAtNanos();

        /** What the server has given out so far, whether or not the client has taken it. */
        long bytes();
    }

    /**
     * @param head longest time for the head of a request, from its first byte to its last
     * @param grace time that every body and every answer has, however small it is
     * @param bytesPerSecond slowest rate of both after that
     */
    record TimeLimits(Duration head, Duration grace, long bytesPerSecond) {

        private long nanosFor(long bytes) {
            double seconds = (double) bytes / bytesPerSecond;
            return grace.toNanos() + (long) (seconds * Duration.ofSeconds(1).toNanos());
        }
    }

    private final @Nullable SocketChannel channel;
    private final LongSupplier nanos;
    private volatile State state;
    private volatile long bodyBytes;
    private volatile long bodyNanos;
    private volatile @Nullable Answer answer;
    private volatile boolean cut;

    Connection(@Nullable SocketChannel channel, LongSupplier nanos) {
        this.channel = channel;
        this.nanos = nanos;
        this.state = new State(Phase.HEAD, nanos.getAsLong());
    }

    /** Bytes have arrived. Between two requests they are the start of a head. */
    void readable() {
        if (state.phase() == Phase.IDLE) {
            enter(Phase.HEAD);
        }
    }

    void headComplete(Answer answer) {
        this.answer = answer;
        bodyBytes = 0;
        bodyNanos = 0;
        enter(Phase.SERVED);
    }

    void awaitBody() {
        enter(Phase.BODY);
    }

    void bodyArrived(int bytes) {
        bodyNanos += nanos.getAsLong() - state.since();
        bodyBytes += bytes;
        enter(Phase.SERVED);
    }

    void answered() {
        enter(Phase.DRAIN);
    }

    /** The server thread turns to other connections. */
    void released() {
        if (state.phase() == Phase.DRAIN) {
            enter(Phase.IDLE);
        }
    }

    boolean isLate(TimeLimits limits) {
        State now = state;
        long waited = nanos.getAsLong() - now.since();
        return switch (now.phase()) {
            case HEAD, DRAIN -> waited > limits.head().toNanos();
            case BODY -> bodyNanos + waited > limits.nanosFor(bodyBytes);
            case SERVED -> isTakenSlowly(answer, limits);
            case IDLE -> false;
        };
    }

    private boolean isTakenSlowly(@Nullable Answer sent, TimeLimits limits) {
        return sent != null && sent.isBegun()
                && nanos.getAsLong() - sent.begunAtNanos() > limits.nanosFor(sent.bytes());
    }

    /**
     * Ends the input, so that its reader stops in the usual way and an answer can still be sent. If that is what the
     * client does not take, ends the output too.
     */
    void cut() {
        cut = true;
        Answer sent = answer;
        try {
            if (channel != null) {
                channel.shutdownInput();
                if (state.phase() == Phase.SERVED && sent != null && sent.isBegun()) {
                    channel.shutdownOutput();
                }
            }
        } catch (IOException e) {
            log.debug("a late connection was already closed", e);
        }
    }

    boolean isCut() {
        return cut;
    }

    private void enter(Phase phase) {
        state = new State(phase, nanos.getAsLong());
    }
}
