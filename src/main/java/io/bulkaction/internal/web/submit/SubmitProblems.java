package io.bulkaction.internal.web.submit;

import io.bulkaction.CallbackRefusedException;
import io.bulkaction.GroupCancellingException;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.RedisFullException;
import io.bulkaction.UnknownProcessorException;
import io.bulkaction.internal.web.problem.ProblemMapping;
import io.bulkaction.internal.web.problem.ProblemType;
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

    @Bean
    ProblemMapping<?> callbackRefused() {
        return ProblemMapping.of(
                CallbackRefusedException.class, new ProblemType("CALLBACK_REFUSED", HttpStatus.BAD_REQUEST));
    }

    @Bean
    ProblemMapping<?> invalidSubmission() {
        return ProblemMapping.of(
                InvalidSubmissionException.class, new ProblemType("INVALID_SUBMISSION", HttpStatus.BAD_REQUEST));
    }

    @Bean
    ProblemMapping<?> unknownProcessor() {
        return ProblemMapping.of(
                UnknownProcessorException.class, new ProblemType("UNKNOWN_PROCESSOR", HttpStatus.BAD_REQUEST));
    }

    @Bean
    ProblemMapping<?> redisFull() {
        return ProblemMapping.of(
                RedisFullException.class, new ProblemType("REDIS_FULL", HttpStatus.INSUFFICIENT_STORAGE));
    }

    @Bean
    ProblemMapping<?> groupCancelling() {
        return ProblemMapping.of(
                GroupCancellingException.class, new ProblemType("GROUP_CANCELLING", HttpStatus.CONFLICT));
    }
}
