package io.bulkaction.internal.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/** Points Spring Boot's connection factory at the embedded Redis. */
record EmbeddedRedisConnectionDetails(String host, int port, String password) implements DataRedisConnectionDetails {

    @Override
    public @Nullable String getPassword() {
        return password.isEmpty() ? null : password;
    }

    @Override
    public Standalone getStandalone() {
        return Standalone.of(host, port);
    }

    @Override
    public String toString() {
        return "embedded Redis at " + host + ":" + port;
    }
}
