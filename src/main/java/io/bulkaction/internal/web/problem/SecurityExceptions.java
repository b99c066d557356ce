package io.bulkaction.internal.web.problem;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Leaves refusals to the security filters, where there are any: they know when to send a browser to the login page instead.
 * Before {@link ProblemAdvice}, which answers everything.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
@ConditionalOnClass(name = "org.springframework.security.core.AuthenticationException")
final class SecurityExceptions {

    @ExceptionHandler({AccessDeniedException.class, AuthenticationException.class})
    void leaveToSecurity(Exception e) throws Exception {
        throw e;
    }
}
