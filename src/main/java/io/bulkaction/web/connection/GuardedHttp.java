package io.bulkaction.web.connection;

import io.bulkaction.settings.RequestSettings;
import io.bulkaction.web.connection.Connection.Patience;
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
 * HTTP/1.1 with an end to everybody's patience: a head and a body have a time in total, where the server by itself only
 * limits the time between two bytes, and an address has so many connections. Public, because the server makes it by name.
 */
public final class GuardedHttp extends Http11NioProtocol {

    private static final long SECONDS_BETWEEN_LOOKS = 1;

    private final Connections connections;
    private volatile Patience patience = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(30), 1024);
    private @Nullable ScheduledFuture<?> looks;

    public GuardedHttp() {
        this(new Connections());
    }

    private GuardedHttp(Connections connections) {
        super(new GuardedEndpoint(connections));
        this.connections = connections;
    }

    void limit(RequestSettings settings) {
        connections.limit(settings.maxConnectionsPerAddress());
        patience = new Patience(
                settings.headTimeout(), settings.bodyGrace(), settings.minBodyRate().toBytes());
    }

    @Override
    public void start() throws Exception {
        super.start();
        looks = getUtilityExecutor().scheduleWithFixedDelay(
                () -> connections.cutLateOnes(patience), SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOOKS,
                TimeUnit.SECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (looks != null) {
            looks.cancel(false);
        }
        super.stop();
    }

    @Override
    protected Processor createProcessor() {
        ClockedRequests requests = new ClockedRequests(getAdapter());
        return new Http11Processor(this, requests) {
            @Override
            public AbstractEndpoint.Handler.SocketState service(SocketWrapperBase<?> wrapper) throws IOException {
                requests.comeFrom(
                        wrapper.getSocket() instanceof NioChannel socket ? connections.of(socket.getIOChannel())
                                : null);
                return super.service(wrapper);
            }
        };
    }
}
