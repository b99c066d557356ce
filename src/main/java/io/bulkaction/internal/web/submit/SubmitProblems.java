package io.bulkaction.internal.web.submit;

import io.bulkaction.CallbackRefusedException;
import io.bulkaction.CyclicAfterException;
import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupEndedException;
import io.bulkaction.JobNotScheduledException;
import io.bulkaction.QuotaExceededException;
import io.bulkaction.RedisFullException;
import io.bulkaction.internal.flow.GroupOwnedException;
import io.bulkaction.internal.web.problem.ProblemMapping;
import io.bulkaction.internal.web.problem.ProblemType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** The problems of submits. */
@Configuration(proxyBeanMethods = false)
class SubmitProblems {

    static final ProblemType INVALID_LINE = new ProblemType("INVALID_LINE", HttpStatus.BAD_REQUEST);

    static final ProblemType TOO_MANY_SUBMITS =
            new ProblemType("TOO_MANY_SUBMITS", HttpStatus.SERVICE_UNAVAILABLE);

    static final ProblemType NO_RESULT = new ProblemType("NO_RESULT", HttpStatus.NOT_FOUND);

    static final ProblemType JOB_ENDED = new ProblemType("JOB_ENDED", HttpStatus.CONFLICT);

    static final ProblemType IS_DEAD_LETTER = new ProblemType("IS_DEAD_LETTER", HttpStatus.CONFLICT);

    @Bean
    ProblemMapping<?> callbackRefused() {
        return ProblemMapping.of(
                CallbackRefusedException.class, new ProblemType("CALLBACK_REFUSED", HttpStatus.BAD_REQUEST));
    }

    @Bean
    ProblemMapping<?> cyclicAfter() {
        return ProblemMapping.of(CyclicAfterException.class, new ProblemType("AFTER_CYCLE", HttpStatus.CONFLICT));
    }

    @Bean
    ProblemMapping<?> redisFull() {
        return ProblemMapping.of(
                RedisFullException.class, new ProblemType("REDIS_FULL", HttpStatus.INSUFFICIENT_STORAGE));
    }

    @Bean
    ProblemMapping<?> groupEnded() {
        return ProblemMapping.of(
                GroupEndedException.class, new ProblemType("GROUP_ENDED", HttpStatus.CONFLICT));
    }

    @Bean
    ProblemMapping<?> jobNotScheduled() {
        return ProblemMapping.of(
                JobNotScheduledException.class, new ProblemType("JOB_NOT_SCHEDULED", HttpStatus.CONFLICT));
    }

    @Bean
    ProblemMapping<?> groupOwned() {
        ProblemType notAllowed = new ProblemType("GROUP_NOT_ALLOWED", HttpStatus.FORBIDDEN);
        return new ProblemMapping<>(
                GroupOwnedException.class, e -> notAllowed, e -> new Object[] {e.group().value()});
    }

    @Bean
    ProblemMapping<?> quotaExceeded() {
        ProblemType exceeded = new ProblemType("QUOTA_EXCEEDED", HttpStatus.TOO_MANY_REQUESTS);
        return new ProblemMapping<>(
                QuotaExceededException.class, e -> exceeded,
                e -> new Object[] {e.kind().name().toLowerCase(Locale.ROOT), e.used(), e.allowed()},
                e -> List.of(), e -> Optional.of(e.retryAfter()));
    }

    @Bean
    ProblemMapping<?> groupCancelling() {
        return ProblemMapping.of(
                GroupCancellingException.class, new ProblemType("GROUP_CANCELLING", HttpStatus.CONFLICT));
    }
}
