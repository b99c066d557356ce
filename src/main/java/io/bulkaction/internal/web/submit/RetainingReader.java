package io.bulkaction.internal.web.submit;

import io.bulkaction.InvalidSubmissionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Passes UTF-8 to a parser and keeps what it has read, within a limit, until told to forget it. */
final class RetainingReader extends Reader implements JobReader.Text {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** A parser reads ahead, so that much more may be kept than it has looked at. */
    private static final int READ_AHEAD = 16 * 1024;

    private final Reader in;
    private final int max;
    private final StringBuilder kept = new StringBuilder();
    private long forgotten;
    private boolean started;

    RetainingReader(InputStream in, int max) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
        this.max = max;
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
        int read = in.read(into, offset, length);
        if (read > 0 && !started) {
            started = true;
            if (into[offset] == BYTE_ORDER_MARK) {
                into[offset] = ' ';
            }
        }
        if (read > 0) {
            kept.append(into, offset, read);
        }
        if (kept.length() > max + READ_AHEAD) {
            throw new InvalidSubmissionException(
                    "a job or a field has more than " + max + " characters (bulk-action.limits.payload)");
        }
        return read;
    }

    @Override
    public String between(long start, long end) {
        return kept.substring((int) (start - forgotten), (int) (end - forgotten));
    }

    /** The text before this offset is no longer needed. */
    void forgetBefore(long offset) {
        kept.delete(0, (int) (offset - forgotten));
        forgotten = offset;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
