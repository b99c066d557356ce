package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.web.RequestSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where an application with Spring MVC asks for the page. The standalone service has it anyway. */
@AutoConfiguration(afterName = "io.bulkaction.internal.boot.BulkActionAutoConfiguration")
@ConditionalOnRedisJobs
@ConditionalOnBooleanProperty("bulk-action.web.enabled")
@ConditionalOnMissingBean(type = "io.bulkaction.internal.web.problem.Problems")
class PageAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(PageAutoConfiguration.class);

    private static final String PAGE = "bulkActionPage";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(name = "org.springframework.web.servlet.DispatcherServlet")
    @EnableConfigurationProperties({PageSettings.class, RequestSettings.class})
    static class ServletConfiguration {

        /** As Spring Security names the filter that all its chains are behind. */
        private static final String SECURITY = "springSecurityFilterChain";

        @Bean(PAGE)
        ServletRegistrationBean<PageServlet> bulkActionPage(
                PageSettings settings, ConfigurableApplicationContext host) {
            if (!settings.open() && !host.containsBean(SECURITY)) {
                throw new UnprotectedPageException(settings.basePath());
            }
            ServletRegistrationBean<PageServlet> registration =
                    new ServletRegistrationBean<>(new PageServlet(host), settings.basePath() + "/*");
            registration.setName(PAGE);
            // why: what cannot work shows at start
            registration.setLoadOnStartup(1);
            return registration;
        }
    }

    /** Not a failure: one file of settings may be for an application and for its workers, which have no web server. */
    @Bean
    static SmartInitializingSingleton bulkActionPageCheck(ConfigurableListableBeanFactory beans) {
        return () -> {
            if (!beans.containsBean(PAGE)) {
                log.warn(
                        "bulk-action.web.enabled is true, but there is no page: it needs an application with Spring MVC"
                                + " (spring-boot-starter-webmvc), and this one has none, is reactive, or has no web server");
            }
        };
    }
}
