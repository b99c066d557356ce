package io.bulkaction.internal.builtin.push;

import io.bulkaction.internal.builtin.ConditionalOnConfigured;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.TrustedClient;
import io.bulkaction.spi.AccessTokens;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** PUSH_NOTIFICATION, when a project, an endpoint or a source of tokens is set. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnConfigured({
    PushNotificationConfiguration.PREFIX + "project-id",
    PushNotificationConfiguration.PREFIX + "endpoint",
    PushNotificationConfiguration.PREFIX + "service-account-file",
    PushNotificationConfiguration.PREFIX + "access-token"
})
@EnableConfigurationProperties(PushNotificationSettings.class)
public class PushNotificationConfiguration {

    static final String PREFIX = "bulk-action.processors.push-notification.";

    @Bean
    TrustedClient bulkActionPushCaller(PushNotificationSettings settings) {
        return new TrustedClient(settings.connectTimeout(), settings.timeout());
    }

    @Bean
    PushNotificationProcessor bulkActionPushNotification(
            PushNotificationSettings settings,
            @Qualifier("bulkActionPushCaller") TrustedClient http,
            ObjectProvider<AccessTokens> own) {
        ServiceAccount account =
                settings.serviceAccountFile() == null ? null : ServiceAccount.read(settings.serviceAccountFile());
        AccessTokens tokens = own.getIfAvailable(() -> builtIn(settings, account, http));
        return new PushNotificationProcessor(
                settings.sendUrl(project(settings, account)), tokens, http, InstantSource.system());
    }

    private static AccessTokens builtIn(
            PushNotificationSettings settings, @Nullable ServiceAccount account, TrustedClient http) {
        if (settings.accessToken() != null) {
            return new StaticToken(settings.accessToken());
        }
        if (account == null) {
            throw new IllegalStateException(
                    "PUSH_NOTIFICATION has no access token: set " + PREFIX + "service-account-file");
        }
        CallUrl tokenUri = settings.tokenUri() == null ? account.tokenUri() : settings.tokenUri();
        return new ServiceAccountTokens(account, tokenUri, http, InstantSource.system());
    }

    private static String project(PushNotificationSettings settings, @Nullable ServiceAccount account) {
        if (settings.projectId() != null) {
            return settings.projectId();
        }
        if (account != null) {
            return account.projectId();
        }
        // why: a complete endpoint names the project itself
        if (settings.sendUrl("").equals(settings.endpoint())) {
            return "";
        }
        throw new IllegalStateException("PUSH_NOTIFICATION has no project: set " + PREFIX + "project-id");
    }
}
