package io.bulkaction.internal.web.problem;

import io.bulkaction.InvalidIdException;
import java.util.List;
import java.util.Locale;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** The languages of answers, and what exceptions from elsewhere mean to a caller. */
@Configuration(proxyBeanMethods = false)
class ProblemConfiguration {

    /** English unless the caller prefers Korean, whatever the language of the server is. */
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

    /** JSON that would take too much stack or memory. */
    @Bean
    ProblemMapping<StreamConstraintsException> bodyTooComplex() {
        int levels = StreamReadConstraints.defaults().getMaxNestingDepth();
        return new ProblemMapping<>(
                StreamConstraintsException.class, e -> ProblemType.BODY_TOO_COMPLEX, e -> new Object[] {levels});
    }

    /** Where the server is Tomcat. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.apache.tomcat.util.http.InvalidParameterException")
    static class TomcatConfiguration {

        /** Thrown by the server when a query or a form cannot be read; it knows whether the caller is at fault. */
        @Bean
        ProblemMapping<InvalidParameterException> invalidParameter() {
            return new ProblemMapping<>(InvalidParameterException.class, e -> {
                HttpStatus status = HttpStatus.resolve(e.getErrorCode());
                return status == null ? ProblemType.REQUEST_REJECTED : ProblemType.of(status);
            }, e -> new Object[0]);
        }

        /** Thrown by the server when a body is not encoded as its headers say. */
        @Bean
        ProblemMapping<BadRequestException> badRequest() {
            return ProblemMapping.withoutMessage(BadRequestException.class, ProblemType.INVALID_REQUEST);
        }
    }
}
