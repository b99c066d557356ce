package io.bulkaction.server.web.connection;

import io.bulkaction.internal.web.RequestSettings;
import io.bulkaction.server.web.connection.Connection.TimeLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 with limits: on the total time of a head, of a body and of an answer, where Tomcat by itself only limits the
 * time between two bytes, and on the connections per address. Public, because Tomcat creates it by name.
 */
public final class LimitedHttpProtocol extends Http11NioProtocol {

    private static final long SECONDS_BETWEEN_CHECKS = 1;

    private final Connections connections;
    private volatile TimeLimits timeLimits = new TimeLimits(Duration.ofSeconds(20), Duration.ofSeconds(30), 1024);
    private @Nullable ScheduledFuture<?> lateChecks;

    public LimitedHttpProtocol() {
        this(new Connections());
    }

    private LimitedHttpProtocol(Connections connections) {
        super(new LimitedEndpoint(connections));
        this.connections = connections;
    }

    void limit(RequestSettings settings) {
        connections.limit(settings.maxConnectionsPerAddress());
        timeLimits = new TimeLimits(
                settings.headTimeout(), settings.bodyGrace(), settings.minBodyRate().toBytes());
    }

    @Override
    public void start() throws Exception {
        super.start();
        lateChecks = getUtilityExecutor().scheduleWithFixedDelay(
                () -> connections.cutLate(timeLimits), SECONDS_BETWEEN_CHECKS, SECONDS_BETWEEN_CHECKS,
                TimeUnit.SECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (lateChecks != null) {
            lateChecks.cancel(false);
        }
        super.stop();
    }

    @Override
    protected Processor createProcessor() {
        RequestDeadlines requests = new RequestDeadlines(getAdapter());
        return new Http11Processor(this, requests) {
            @Override
            public AbstractEndpoint.Handler.SocketState service(SocketWrapperBase<?> wrapper) throws IOException {
                requests.serve(
                        wrapper.getSocket() instanceof NioChannel socket ? connections.of(socket.getIOChannel())
                                : null);
                return super.service(wrapper);
            }
        };
    }
}
