package io.bulkaction.server.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import io.bulkaction.internal.logging.OneLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An exception whose message may come from outside; its stack does not. */
record EscapedThrowable(IThrowableProxy thrown) implements IThrowableProxy {

    static @Nullable IThrowableProxy of(@Nullable IThrowableProxy thrown) {
        return thrown == null ? null : new EscapedThrowable(thrown);
    }

    @Override
    public @Nullable String getMessage() {
        return escaped(thrown.getMessage());
    }

    /** What the exception's own toString says, where it has one. */
    @Override
    public @Nullable String getOverridingMessage() {
        return escaped(thrown.getOverridingMessage());
    }

    @Override
    public String getClassName() {
        return thrown.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
        return thrown.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
        return thrown.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
        return of(thrown.getCause());
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
        return Arrays.stream(thrown.getSuppressed()).map(EscapedThrowable::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
        return thrown.isCyclic();
    }

    private static @Nullable String escaped(@Nullable String text) {
        return text == null ? null : OneLine.escaped(text);
    }
}
