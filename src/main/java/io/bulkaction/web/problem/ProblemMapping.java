package io.bulkaction.web.problem;

import java.util.function.Function;

/**
 * Says what an exception of another room means to a caller. Declare one as a bean and {@link ProblemAdvice} uses it for
 * that class, its subclasses and wherever it is the cause of something else; the nearest class wins.
 *
 * @param arguments what fills {@code problem.<code>.detail}; the exception's own message when nothing better is known
 */
public record ProblemMapping<E extends Throwable>(
        Class<E> exception, Function<? super E, ProblemType> type, Function<? super E, Object[]> arguments) {

    /** The exception's message is shown to the caller, so it must be fit for that. */
    public static <E extends Throwable> ProblemMapping<E> of(Class<E> exception, ProblemType type) {
        return new ProblemMapping<>(exception, e -> type, e -> new Object[] {String.valueOf(e.getMessage())});
    }

    /** The exception's message is kept from the caller. */
    public static <E extends Throwable> ProblemMapping<E> silent(Class<E> exception, ProblemType type) {
        return new ProblemMapping<>(exception, e -> type, e -> new Object[0]);
    }

    ProblemType typeOf(Throwable e) {
        return type.apply(exception.cast(e));
    }

    Object[] argumentsOf(Throwable e) {
        return arguments.apply(exception.cast(e));
    }
}
