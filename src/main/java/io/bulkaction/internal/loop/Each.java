package io.bulkaction.internal.loop;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work on many things of which some may fail: the others must not wait for those. */
public final class Each {

    private Each() {}

    /** Throws the first failure once all others have been done. */
    public static <T> void of(Iterable<T> all, Consumer<? super T> action) {
        @Nullable
        RuntimeException failure = null;
        for (T one : all) {
            try {
                action.accept(one);
            } catch (RuntimeException failed) {
                failure = failure == null ? failed : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
