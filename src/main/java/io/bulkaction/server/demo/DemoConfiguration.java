package io.bulkaction.server.demo;

import io.bulkaction.BulkActionService;
import io.bulkaction.internal.operate.QueueOperations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Only in the profile {@code demo}, whose settings switch it on. */
@Configuration(proxyBeanMethods = false)
@Profile(DemoFiles.PROFILE)
@ConditionalOnBooleanProperty(DemoFiles.ENABLED)
@EnableConfigurationProperties(DemoSettings.class)
public class DemoConfiguration {

    @Bean
    Narrator demoNarrator(BulkActionService bulkActions) {
        return new Narrator(bulkActions, System.out);
    }

    @Bean
    FirstLook demoFirstLook(DemoSettings settings) {
        return new FirstLook(settings.startWithin());
    }

    @Bean
    Demo demo(
            DemoSettings settings, FirstLook firstLook, BulkActionService bulkActions, QueueOperations operations,
            Narrator narrator) {
        return new Demo(firstLook, new Story(settings, bulkActions, narrator), operations, narrator);
    }
}
