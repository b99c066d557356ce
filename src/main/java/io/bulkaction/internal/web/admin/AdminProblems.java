package io.bulkaction.internal.web.admin;

import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.web.problem.ProblemMapping;
import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.spi.PayloadCodecException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** The problems of administrators' calls. */
@Configuration(proxyBeanMethods = false)
class AdminProblems {

    @Bean
    ProblemMapping<?> refusedOperation() {
        return new ProblemMapping<>(
                RefusedException.class,
                refused -> type(refused.refusal()),
                refused -> refused.arguments().toArray(),
                RefusedException::candidates);
    }

    @Bean
    ProblemMapping<?> unreadablePayload() {
        return ProblemMapping.of(
                PayloadCodecException.class, new ProblemType("PAYLOAD_UNREADABLE", HttpStatus.CONFLICT));
    }

    private static ProblemType type(Refusal refusal) {
        return new ProblemType(refusal.name(), switch (refusal.kind()) {
            case INVALID -> HttpStatus.BAD_REQUEST;
            case FORBIDDEN -> HttpStatus.FORBIDDEN;
            case NOT_FOUND -> HttpStatus.NOT_FOUND;
            case CONFLICT -> HttpStatus.CONFLICT;
        });
    }
}
