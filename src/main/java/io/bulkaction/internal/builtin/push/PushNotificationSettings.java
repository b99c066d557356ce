package io.bulkaction.internal.builtin.push;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param projectId Firebase project. By default the one in the service account file.
 * @param endpoint URL of FCM: the base, or the complete URL if it has a path.
 * @param serviceAccountFile Google's JSON key file, with which access tokens are requested.
 * @param accessToken A fixed access token instead, for emulators and tests.
 * @param tokenUri URL at which access tokens are requested. By default the one in the service account file.
 * @param connectTimeout Longest time to connect.
 * @param timeout Longest time to wait for an answer.
 */
@Validated
@ConfigurationProperties("bulk-action.processors.push-notification")
record PushNotificationSettings(
        @Nullable @Pattern(regexp = "[A-Za-z0-9.:-]{1,100}") String projectId,
        @DefaultValue("https://fcm.googleapis.com") CallUrl endpoint,
        @Nullable Path serviceAccountFile,
        @Nullable Secret accessToken,
        @Nullable CallUrl tokenUri,
        @DefaultValue("5s") @PositiveDuration Duration connectTimeout,
        @DefaultValue("10s") @PositiveDuration Duration timeout) {

    CallUrl sendUrl(String project) {
        boolean complete = endpoint.uri().getPath().length() > 1;
        return complete ? endpoint : new CallUrl(endpoint.uri().resolve("/v1/projects/" + project + "/messages:send"));
    }
}
