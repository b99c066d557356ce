package io.bulkaction.server.web.connection;

import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Refuses a connection when its address has too many, and tells each connection what happens to it. A request that is
 * only half sent reaches no valve and no filter, so this must be done where the sockets are.
 */
final class LimitedEndpoint extends NioEndpoint {

    private final Connections connections;

    LimitedEndpoint(Connections connections) {
        this.connections = connections;
    }

    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
        if (!connections.open(socket)) {
            destroySocket(socket);
            return false;
        }
        boolean accepted = super.setSocketOptions(socket);
        if (!accepted) {
            connections.close(socket);
        }
        return accepted;
    }

    @Override
    public boolean processSocket(SocketWrapperBase<NioChannel> wrapper, SocketEvent event, boolean dispatch) {
        Connection connection = connections.of(wrapper.getSocket().getIOChannel());
        if (connection != null && event == SocketEvent.OPEN_READ) {
            connection.readable();
        }
        return super.processSocket(wrapper, event, dispatch);
    }

    @Override
    public void setHandler(Handler<NioChannel> handler) {
        super.setHandler(new NotifyingHandler(handler));
    }

    /** Tomcat calls its handler after every event, and when a connection is closed for whatever reason. */
    private final class NotifyingHandler implements Handler<NioChannel> {

        private final Handler<NioChannel> handler;

        NotifyingHandler(Handler<NioChannel> handler) {
            this.handler = handler;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
            Connection connection = connections.of(wrapper.getSocket().getIOChannel());
            SocketState state = handler.process(wrapper, event);
            if (connection != null) {
                connection.released();
            }
            return state;
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> wrapper) {
            SocketChannel channel = wrapper.getSocket().getIOChannel();
            if (channel != null) {
                connections.close(channel);
            }
            handler.release(wrapper);
        }

        @Override
        public Object getGlobal() {
            return handler.getGlobal();
        }

        @Override
        public void pause() {
            handler.pause();
        }

        @Override
        public void recycle() {
            handler.recycle();
        }
    }
}
