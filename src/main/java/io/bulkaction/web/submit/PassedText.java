package io.bulkaction.web.submit;

import io.bulkaction.submit.InvalidSubmissionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** UTF-8 on its way to a parser. Keeps what the parser has read since it was last told to forget, within a bound. */
final class PassedText extends Reader implements JobReader.Text {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** A parser reads ahead; that much more may be kept than what it has looked at. */
    private static final int READ_AHEAD = 16 * 1024;

    private final Reader in;
    private final int max;
    private final StringBuilder kept = new StringBuilder();
    private long forgotten;
    private boolean started;

    PassedText(InputStream in, int max) {
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

    /** What is before this offset will not be asked for. */
    void forgetBefore(long offset) {
        kept.delete(0, (int) (offset - forgotten));
        forgotten = offset;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
