package io.bulkaction.internal.web.problem;

import io.bulkaction.RedisUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the problem that an exception, or one of its causes, is to a caller. */
@Component
public final class ProblemMappings {

    private static final int MAX_DEPTH = 20;

    /** By name, because only gateways know the driver. Exactly these classes mean that Redis did not answer. */
    private static final Set<String> NO_ANSWER_FROM_REDIS = Set.of(
            "io.lettuce.core.RedisException",
            "io.lettuce.core.RedisConnectionException",
            "io.lettuce.core.RedisCommandTimeoutException");

    private final Map<Class<?>, ProblemMapping<?>> byClass = new HashMap<>();

    ProblemMappings(List<ProblemMapping<?>> mappings) {
        mappings.forEach(mapping -> byClass.put(mapping.exception(), mapping));
    }

    public record Meaning(
            ProblemType type, List<String> candidates, Optional<Duration> retryAfter, Object... arguments) {

        public Meaning(ProblemType type, Object... arguments) {
            this(type, List.of(), Optional.empty(), arguments);
        }
    }

    public Optional<Meaning> meaningOf(Throwable e) {
        Throwable current = e;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            Meaning meaning = own(current);
            if (meaning != null) {
                return Optional.of(meaning);
            }
            current = current.getCause();
        }
        return Optional.empty();
    }

    private @Nullable Meaning own(Throwable e) {
        if (e instanceof ProblemException problem) {
            return new Meaning(problem.type(), problem.arguments());
        }
        for (Class<?> type = e.getClass(); type != null; type = type.getSuperclass()) {
            ProblemMapping<?> mapping = byClass.get(type);
            if (mapping != null) {
                return mapping.meaningOf(e);
            }
        }
        if (e instanceof RedisUnavailableException unavailable) {
            return new Meaning(ProblemType.of(unavailable.reason()));
        }
        return isRedisUnavailable(e) ? new Meaning(ProblemType.REDIS_UNAVAILABLE) : null;
    }

    private static boolean isRedisUnavailable(Throwable e) {
        return NO_ANSWER_FROM_REDIS.contains(e.getClass().getName());
    }
}
