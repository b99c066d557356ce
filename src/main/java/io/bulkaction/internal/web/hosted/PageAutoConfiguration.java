package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.web.RequestSettings;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Where an application with Spring MVC asks for the page. The standalone service has it anyway. */
@AutoConfiguration(afterName = "io.bulkaction.internal.boot.BulkActionAutoConfiguration")
@ConditionalOnRedisJobs
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
@ConditionalOnBooleanProperty("bulk-action.web.enabled")
@ConditionalOnMissingBean(type = "io.bulkaction.internal.web.problem.Problems")
@EnableConfigurationProperties({PageSettings.class, RequestSettings.class})
class PageAutoConfiguration {

    /** As Spring Security names the filter that all its chains are behind. */
    private static final String SECURITY = "springSecurityFilterChain";

    @Bean
    ServletRegistrationBean<PageServlet> bulkActionPage(PageSettings settings, ConfigurableApplicationContext host) {
        if (!settings.open() && !host.containsBean(SECURITY)) {
            throw new UnprotectedPageException(settings.basePath());
        }
        ServletRegistrationBean<PageServlet> registration =
                new ServletRegistrationBean<>(new PageServlet(host), settings.basePath() + "/*");
        registration.setName("bulkActionPage");
        // why: what cannot work shows at start
        registration.setLoadOnStartup(1);
        return registration;
    }
}
