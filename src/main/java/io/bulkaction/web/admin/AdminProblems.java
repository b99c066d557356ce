package io.bulkaction.web.admin;

import io.bulkaction.operate.Refusal;
import io.bulkaction.operate.RefusedException;
import io.bulkaction.web.problem.ProblemMapping;
import io.bulkaction.web.problem.ProblemType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** What can be wrong with what an administrator asks for. */
@Configuration(proxyBeanMethods = false)
class AdminProblems {

    @Bean
    ProblemMapping<?> refusedOperation() {
        return new ProblemMapping<>(
                RefusedException.class,
                refused -> type(refused.refusal()),
                refused -> refused.arguments().toArray());
    }

    private static ProblemType type(Refusal refusal) {
        return new ProblemType(refusal.name(), switch (refusal.kind()) {
            case INVALID -> HttpStatus.BAD_REQUEST;
            case NOT_FOUND -> HttpStatus.NOT_FOUND;
            case CONFLICT -> HttpStatus.CONFLICT;
        });
    }
}
