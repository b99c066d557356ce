package io.bulkaction.internal.web.body;

import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/** A body of unknown length; reading more than the limit throws a problem. */
final class LimitedBody extends ServletInputStream {

    private final ServletInputStream body;
    private final long limit;
    private long left;

    LimitedBody(ServletInputStream body, long limit) {
        this.body = body;
        this.limit = limit;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        int next = body.read();
        count(next < 0 ? 0 : 1);
        return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = body.read(into, offset, length);
        count(Math.max(read, 0));
        return read;
    }

    private void count(int bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ProblemException(ProblemType.PAYLOAD_TOO_LARGE, limit);
        }
    }

    @Override
    public boolean isFinished() {
        return body.isFinished();
    }

    @Override
    public boolean isReady() {
        return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        body.setReadListener(listener);
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
