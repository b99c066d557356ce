package io.bulkaction.internal.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ARGV of a script call, in the order of its header. */
public final class Args {

    private static final byte[] NONE = {};

    private final List<byte[]> values;

    public Args() {
        values = new ArrayList<>();
    }

    public Args(int expected) {
        values = new ArrayList<>(expected);
    }

    /** Null is sent as the empty string, which the headers call "none" or "keep". */
    public Args add(@Nullable String value) {
        values.add(value == null ? NONE : value.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public Args add(long value) {
        return add(Long.toString(value));
    }

    public Args add(double value) {
        return add(value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value)
                : Double.toString(value));
    }

    public Args add(boolean value) {
        return add(value ? "1" : "0");
    }

    public Args add(Duration value) {
        return add(value.toMillis());
    }

    byte[][] toArray() {
        return values.toArray(byte[][]::new);
    }
}
