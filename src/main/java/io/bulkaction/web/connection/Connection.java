package io.bulkaction.web.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a connection has us wait for, and for how long already. Only the client's time counts: while the server works on
 * a request, or an idle connection is kept for the next one, no clock runs here. Told by the thread that serves the
 * connection, asked by another.
 */
final class Connection {

    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    /**
     * HEAD: a request begins (or TLS does). SERVED: the server works. BODY: the server waits for the body. REST: the
     * answer is given, what is left of the body is thrown away. IDLE: kept for the next request.
     */
    private enum Phase {
        HEAD,
        SERVED,
        BODY,
        REST,
        IDLE
    }

    private record State(Phase phase, long since) {}

    /**
     * @param head longest time for a head, from its first byte to its last
     * @param grace what a body may take however small it is
     * @param bytesPerSecond slowest rate of a body beyond that
     */
    record Patience(Duration head, Duration grace, long bytesPerSecond) {

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
    private volatile boolean cut;

    Connection(@Nullable SocketChannel channel, LongSupplier nanos) {
        this.channel = channel;
        this.nanos = nanos;
        this.state = new State(Phase.HEAD, nanos.getAsLong());
    }

    /** Something has arrived. Between two requests it is the start of a head. */
    void readable() {
        if (state.phase() == Phase.IDLE) {
            enter(Phase.HEAD);
        }
    }

    void headComplete() {
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
        enter(Phase.REST);
    }

    /** The server has turned to other connections. */
    void left() {
        if (state.phase() == Phase.REST) {
            enter(Phase.IDLE);
        }
    }

    boolean isLate(Patience patience) {
        State now = state;
        long waited = nanos.getAsLong() - now.since();
        return switch (now.phase()) {
            case HEAD, REST -> waited > patience.head().toNanos();
            case BODY -> bodyNanos + waited > patience.nanosFor(bodyBytes);
            case SERVED, IDLE -> false;
        };
    }

    /** Ends the input: whoever reads finds its end and finishes in the usual way. An answer can still be sent. */
    void cut() {
        cut = true;
        try {
            if (channel != null) {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            log.debug("a late connection was closed already", e);
        }
    }

    boolean isCut() {
        return cut;
    }

    private void enter(Phase phase) {
        state = new State(phase, nanos.getAsLong());
    }
}
