package io.bulkaction.internal.metrics;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Remembers a value for a short time, and a failure just as long: a scrape must not ask Redis once per gauge. */
public final class Memo<T> implements Supplier<@Nullable T> {

    private static final System.Logger LOG = System.getLogger(Memo.class.getName());

    private final Supplier<T> source;
    private final long freshNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean read;
    private long readAt;
    private @Nullable T value;

    public Memo(Supplier<T> source, Duration fresh) {
        this.source = source;
        this.freshNanos = fresh.toNanos();
    }

    /** Null while the source fails. */
    @Override
    public @Nullable T get() {
        lock.lock();
        try {
            if (!read || System.nanoTime() - readAt > freshNanos) {
                value = readSource();
                read = true;
                readAt = System.nanoTime();
            }
            return value;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable T readSource() {
        try {
            return source.get();
        } catch (RuntimeException failure) {
            LOG.log(System.Logger.Level.DEBUG, "The gauges could not be read", failure);
            return null;
        }
    }
}
