package io.bulkaction.internal.builtin.push;

import io.bulkaction.internal.builtin.ConditionalOnConfigured;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.rest.HttpCaller;
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
    HttpCaller bulkActionPushCaller(PushNotificationSettings settings) {
        return new HttpCaller(settings.connectTimeout(), settings.timeout());
    }

    @Bean
    PushNotificationProcessor bulkActionPushNotification(
            PushNotificationSettings settings,
            @Qualifier("bulkActionPushCaller") HttpCaller http,
            ObjectProvider<AccessTokens> own) {
        ServiceAccount account =
                settings.serviceAccountFile() == null ? null : ServiceAccount.read(settings.serviceAccountFile());
        AccessTokens tokens = own.getIfAvailable(() -> builtIn(settings, account, http));
        return new PushNotificationProcessor(
                settings.sendUri(project(settings, account)), tokens, http, InstantSource.system());
    }

    private static AccessTokens builtIn(
            PushNotificationSettings settings, @Nullable ServiceAccount account, HttpCaller http) {
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
        if (settings.sendUri("").equals(settings.endpoint().uri())) {
            return "";
        }
        throw new IllegalStateException("PUSH_NOTIFICATION has no project: set " + PREFIX + "project-id");
    }
}
