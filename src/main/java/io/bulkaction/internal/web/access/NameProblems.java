package io.bulkaction.internal.web.access;

import io.bulkaction.BulkActionException;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.UnknownProcessorException;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.web.problem.ProblemMapping;
import io.bulkaction.internal.web.problem.ProblemType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** Problems that say what there is instead: the names of queues, processors and sending windows tell of other customers. */
@Configuration(proxyBeanMethods = false)
class NameProblems {

    @Bean
    ProblemMapping<?> unknownQueue(Callers callers) {
        return mapping(UnknownQueueException.class, "UNKNOWN_QUEUE", HttpStatus.NOT_FOUND, callers);
    }

    @Bean
    ProblemMapping<?> unknownProcessor(Callers callers) {
        return mapping(UnknownProcessorException.class, "UNKNOWN_PROCESSOR", HttpStatus.BAD_REQUEST, callers);
    }

    @Bean
    ProblemMapping<?> invalidSubmission(Callers callers) {
        return mapping(InvalidSubmissionException.class, "INVALID_SUBMISSION", HttpStatus.BAD_REQUEST, callers);
    }

    private static <E extends BulkActionException> ProblemMapping<E> mapping(
            Class<E> exception, String code, HttpStatus status, Callers callers) {
        ProblemType type = new ProblemType(code, status);
        return new ProblemMapping<>(exception, e -> type, e -> new Object[] {
            callers.scope().isRestricted() ? e.messageWithoutNames() : String.valueOf(e.getMessage())});
    }
}
