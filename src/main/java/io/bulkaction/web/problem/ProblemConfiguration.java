package io.bulkaction.web.problem;

import io.bulkaction.job.InvalidIdException;
import io.bulkaction.settings.SecuritySettings;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;

/** The languages spoken, and what exceptions of other rooms mean to a caller. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecuritySettings.class)
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
}
