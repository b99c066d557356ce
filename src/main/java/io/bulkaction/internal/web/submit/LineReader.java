package io.bulkaction.internal.web.submit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines of UTF-8 of limited length, so that a line without an end cannot fill the memory. */
final class LineReader {

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[64 * 1024];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int filled;
    private long read;

    LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** The next line without its line break, or null when there is none. */
    @Nullable
    String next() throws IOException {
        line.reset();
        while (true) {
            if (at == filled && !fill()) {
                return line.size() == 0 ? null : text();
            }
            int end = at;
            while (end < filled && buffer[end] != '\n') {
                end++;
            }
            if (line.size() + end - at > maxBytes) {
                throw new LineTooLongException();
            }
            line.write(buffer, at, end - at);
            boolean ended = end < filled;
            at = ended ? end + 1 : end;
            if (ended) {
                return text();
            }
        }
    }

    /** How many bytes of the input were read so far. */
    long read() {
        return read;
    }

    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, in.read(buffer));
        read += filled;
        return filled > 0;
    }

    private String text() {
        return line.toString(StandardCharsets.UTF_8);
    }

    static final class LineTooLongException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
