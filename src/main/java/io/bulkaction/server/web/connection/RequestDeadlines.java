package io.bulkaction.server.web.connection;

import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.jspecify.annotations.Nullable;

/**
 * Tells a connection how far its request and the answer are, and answers a body that comes too slowly with a problem.
 * Tomcat creates one for each connection that it serves.
 */
final class RequestDeadlines implements Adapter {

    private final Adapter adapter;
    private @Nullable Connection connection;

    RequestDeadlines(Adapter adapter) {
        this.adapter = adapter;
    }

    void serve(@Nullable Connection connection) {
        this.connection = connection;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        if (connection != null) {
            connection.headComplete(new Sent(response));
        }
        if (!(request.getInputBuffer() instanceof Body)) {
            request.setInputBuffer(new Body(request.getInputBuffer()));
        }
        adapter.service(request, response);
        answered(request);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
        boolean continues = adapter.asyncDispatch(request, response, event);
        answered(request);
        return continues;
    }

    private void answered(Request request) {
        AtomicBoolean async = new AtomicBoolean();
        request.action(ActionCode.ASYNC_IS_ASYNC, async);
        if (connection != null && !async.get()) {
            connection.answered();
        }
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
        return adapter.prepare(request, response);
    }

    @Override
    public void log(Request request, Response response, long millis) {
        adapter.log(request, response, millis);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
        adapter.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
        return adapter.getDomain();
    }

    private record Sent(Response response) implements Connection.Answer {

        @Override
        public boolean isBegun() {
            return response.isCommitted();
        }

        @Override
        public long begunAtNanos() {
            return response.getCommitTimeNanos();
        }

        @Override
        public long bytes() {
            return response.getContentWritten();
        }
    }

    private final class Body implements InputBuffer {

        private final InputBuffer body;

        Body(InputBuffer body) {
            this.body = body;
        }

        @Override
        public int doRead(ApplicationBufferHandler into) throws IOException {
            Connection from = connection;
            return from == null ? body.doRead(into) : read(from, into);
        }

        private int read(Connection from, ApplicationBufferHandler into) throws IOException {
            from.awaitBody();
            int bytes = 0;
            try {
                bytes = body.doRead(into);
                if (!from.isCut()) {
                    return bytes;
                }
            } catch (IOException e) {
                if (!from.isCut() && !(e instanceof SocketTimeoutException)) {
                    throw e;
                }
            } finally {
                from.bodyArrived(Math.max(0, bytes));
            }
            // why without the cause: with it the client would seem to be gone, and get no answer
            throw new ProblemException(ProblemType.REQUEST_TIMEOUT);
        }

        @Override
        public int available() {
            return body.available();
        }
    }
}
