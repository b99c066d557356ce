package io.bulkaction.server.demo;

import io.bulkaction.BulkActionService;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.server.web.PageAddress;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;

/** Only in the profile {@code demo}, whose settings switch it on. */
@Configuration(proxyBeanMethods = false)
@Profile(DemoFiles.PROFILE)
@ConditionalOnBooleanProperty(DemoFiles.ENABLED)
@EnableConfigurationProperties(DemoSettings.class)
public class DemoConfiguration {

    @Bean
    Narrator demoNarrator(BulkActionService bulkActions, Environment environment) {
        return new Narrator(bulkActions, System.out, () -> PageAddress.of(environment).orElse("the dashboard"));
    }

    @Bean
    FirstLook demoFirstLook(DemoSettings settings) {
        return new FirstLook(settings.startWithin());
    }

    @Bean
    Demo demo(
            DemoSettings settings, FirstLook firstLook, BulkActionService bulkActions, Explainer explainer,
            Narrator narrator) {
        return new Demo(firstLook, new Story(settings, bulkActions, narrator), explainer, narrator);
    }
}
