package io.bulkaction.internal.redis;

import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Tells what passes by itself from an error. The one place that knows how Redis and its client say so. */
final class RedisOutage {

    /** First words of answers of a server that is not, or not yet, the master of a queue. */
    private static final Set<String> NOT_THE_MASTER =
            Set.of("READONLY", "LOADING", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN", "UNBLOCKED");

    /** What such a server says inside a script, and to WAIT. */
    private static final Set<String> OTHER_WORDS = Set.of("cluster is down", "WAIT cannot be used with replica");

    /** First words of answers of a server that gives the slot away, or does not have it yet. */
    private static final Set<String> MOVING = Set.of("MOVED", "ASK", "TRYAGAIN", SlotGuard.CODE);

    private RedisOutage() {}

    /** First word of the answer of a server that has no memory left. */
    private static final String FULL = "OOM";

    /** What a call of Redis failed with, as its caller should see it. */
    static RuntimeException translate(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        Throwable own = cause;
        if (own instanceof RedisCommandExecutionException answer && codeOf(answer).equals(FULL)) {
            return new RedisFullException(answer);
        }
        return reasonOf(own).<RuntimeException>map(reason -> new RedisUnavailableException(reason, own))
                .orElseGet(() -> own instanceof RuntimeException known ? known : new RedisException(own));
    }

    private static Optional<Reason> reasonOf(Throwable failure) {
        return switch (failure) {
            case RedisCommandExecutionException answer ->
                reasonOf(codeOf(answer), String.valueOf(answer.getMessage()));
            case RedisCommandInterruptedException interrupted -> Optional.empty();
            default -> isNoAnswer(failure) ? Optional.of(Reason.REDIS_UNAVAILABLE) : Optional.empty();
        };
    }

    /** Everything else that the client throws: not connected, no answer, no node for a slot. */
    private static boolean isNoAnswer(Throwable failure) {
        return failure instanceof RedisException || failure instanceof IOException
                || failure instanceof TimeoutException || failure instanceof CancellationException;
    }

    private static String codeOf(RedisCommandExecutionException answer) {
        return String.valueOf(answer.getMessage()).split(" ", 2)[0];
    }

    private static Optional<Reason> reasonOf(String code, String answer) {
        if (NOT_THE_MASTER.contains(code) || OTHER_WORDS.stream().anyMatch(answer::contains)) {
            return Optional.of(Reason.REDIS_UNAVAILABLE);
        }
        // why: a script that meets a key which has moved fails in these words, whatever it began with
        boolean isMoving = MOVING.contains(code) || answer.contains("non local key");
        return isMoving ? Optional.of(Reason.SLOT_MOVING) : Optional.empty();
    }
}
