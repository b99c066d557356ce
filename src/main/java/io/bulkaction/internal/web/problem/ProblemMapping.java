package io.bulkaction.internal.web.problem;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which problem an exception is to a caller. Declare one as a bean, and it is used for that class, for its subclasses
 * and wherever it is the cause of another exception; the nearest class wins.
 *
 * @param arguments what fills {@code problem.<code>.detail}
 * @param candidates what the caller may have meant
 * @param retryAfter when trying again makes sense
 */
public record ProblemMapping<E extends Throwable>(
        Class<E> exception,
        Function<? super E, ProblemType> type,
        Function<? super E, Object[]> arguments,
        Function<? super E, List<String>> candidates,
        Function<? super E, Optional<Duration>> retryAfter) {

    public ProblemMapping(
            Class<E> exception, Function<? super E, ProblemType> type, Function<? super E, Object[]> arguments,
            Function<? super E, List<String>> candidates) {
        this(exception, type, arguments, candidates, e -> Optional.empty());
    }

    public ProblemMapping(
            Class<E> exception, Function<? super E, ProblemType> type, Function<? super E, Object[]> arguments) {
        this(exception, type, arguments, e -> List.of());
    }

    /** The caller sees the message of the exception, so it must be fit for that. */
    public static <E extends Throwable> ProblemMapping<E> of(Class<E> exception, ProblemType type) {
        return new ProblemMapping<>(exception, e -> type, e -> new Object[] {String.valueOf(e.getMessage())});
    }

    /** The caller does not see the message of the exception. */
    public static <E extends Throwable> ProblemMapping<E> withoutMessage(Class<E> exception, ProblemType type) {
        return new ProblemMapping<>(exception, e -> type, e -> new Object[0]);
    }

    ProblemMappings.Meaning meaningOf(Throwable e) {
        E own = exception.cast(e);
        return new ProblemMappings.Meaning(type.apply(own), candidates.apply(own), retryAfter.apply(own),
                arguments.apply(own));
    }
}
