package io.bulkaction.internal.builtin.nas;

import io.bulkaction.internal.builtin.ConditionalOnConfigured;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** NAS_SYNC, when the root of the NAS is set. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnConfigured("bulk-action.processors.nas-sync.nas-root")
@EnableConfigurationProperties(NasSyncSettings.class)
public class NasSyncConfiguration {

    @Bean
    NasSyncProcessor bulkActionNasSync(NasSyncSettings settings) {
        return new NasSyncProcessor(settings);
    }
}
