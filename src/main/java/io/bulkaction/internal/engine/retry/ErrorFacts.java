package io.bulkaction.internal.engine.retry;

import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the settings can recognise an error by: names are matched as a whole, messages by patterns only. */
record ErrorFacts(Set<String> names, Set<String> messages) {

    // why bounded: causes can form a ring, and messages can hold whole responses
    private static final int DEEPEST_CAUSE = 20;
    private static final int LONGEST_MESSAGE = 4_000;

    static ErrorFacts of(String code, String message) {
        return new ErrorFacts(Set.of(code), Set.of(shortened(message)));
    }

    /** Code, classes with their superclasses, and messages, of the error and of its causes. */
    static ErrorFacts of(AttemptOutcome.Threw threw) {
        Set<String> names = new LinkedHashSet<>();
        Set<String> messages = new LinkedHashSet<>();
        names.add(threw.code());
        Throwable error = threw.error();
        for (int depth = 0; error != null && depth < DEEPEST_CAUSE; depth++) {
            for (Class<?> type = error.getClass(); type != Object.class; type = type.getSuperclass()) {
                names.add(type.getName());
                names.add(type.getSimpleName());
            }
            messages.add(shortened(ErrorCodes.messageOf(error)));
            error = causeOf(error);
        }
        return new ErrorFacts(names, messages);
    }

    boolean isOfRedis() {
        return names.contains(RedisFullException.class.getName())
                || names.contains(RedisUnavailableException.class.getName());
    }

    boolean match(Glob glob) {
        return names.stream().anyMatch(glob::matches) || (glob.hasStar() && messages.stream().anyMatch(glob::matches));
    }

    /** None where foreign code cannot tell: a failure must not fail those who look at it. */
    private static @Nullable Throwable causeOf(Throwable error) {
        try {
            return error.getCause();
        } catch (RuntimeException | Error unspeakable) {
            return null;
        }
    }

    private static String shortened(String message) {
        return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    }
}
