package io.bulkaction.internal.builtin.push;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param projectId Firebase project; read from the service account file when missing
 * @param endpoint where FCM is: a base address, or the complete address if it has a path
 * @param serviceAccountFile Google's JSON key file, from which access tokens are made
 * @param accessToken a fixed token instead, for emulators and tests
 * @param tokenUri where tokens are made, instead of the address in the service account file
 */
@Validated
@ConfigurationProperties("bulk-action.processors.push-notification")
record PushNotificationSettings(
        @Nullable @Pattern(regexp = "[A-Za-z0-9.:-]{1,100}") String projectId,
        @DefaultValue("https://fcm.googleapis.com") URI endpoint,
        @Nullable Path serviceAccountFile,
        @Nullable Secret accessToken,
        @Nullable URI tokenUri,
        @DefaultValue("5s") @PositiveDuration Duration connectTimeout,
        @DefaultValue("10s") @PositiveDuration Duration timeout) {

    URI sendUri(String project) {
        boolean complete = endpoint.getPath() != null && endpoint.getPath().length() > 1;
        return complete ? endpoint : endpoint.resolve("/v1/projects/" + project + "/messages:send");
    }
}
