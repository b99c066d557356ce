package io.bulkaction.web.problem;

import io.bulkaction.job.InvalidIdException;
import java.util.List;
import java.util.Locale;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** The languages spoken, and what exceptions of other rooms mean to a caller. */
@Configuration(proxyBeanMethods = false)
class ProblemConfiguration {

    /** English unless the caller prefers Korean; a third language must not end in the server's own. */
    @Bean
    LocaleResolver localeResolver() {
        AcceptHeaderLocaleResolver resolver = new AcceptHeaderLocaleResolver();
        resolver.setSupportedLocales(List.of(Locale.ENGLISH, Locale.KOREAN));
        resolver.setDefaultLocale(Locale.ENGLISH);
        return resolver;
    }

    @Bean
    ProblemMapping<InvalidIdException> invalidId() {
        return ProblemMapping.of(InvalidIdException.class, ProblemType.INVALID_ID);
    }

    /** Thrown by the server when a query or a form cannot be read: it says itself whose fault that is. */
    @Bean
    ProblemMapping<InvalidParameterException> invalidParameter() {
        return new ProblemMapping<>(InvalidParameterException.class, e -> {
            HttpStatus status = HttpStatus.resolve(e.getErrorCode());
            return status == null ? ProblemType.REQUEST_REJECTED : ProblemType.of(status);
        }, e -> new Object[0]);
    }

    /** Thrown by the server when a body is not in the coding that its head announced. */
    @Bean
    ProblemMapping<BadRequestException> badRequest() {
        return ProblemMapping.silent(BadRequestException.class, ProblemType.INVALID_REQUEST);
    }

    /** JSON that would take more stack or memory than it is worth. */
    @Bean
    ProblemMapping<StreamConstraintsException> bodyTooComplex() {
        int levels = StreamReadConstraints.defaults().getMaxNestingDepth();
        return new ProblemMapping<>(
                StreamConstraintsException.class, _ -> ProblemType.BODY_TOO_COMPLEX, _ -> new Object[] {levels});
    }
}
