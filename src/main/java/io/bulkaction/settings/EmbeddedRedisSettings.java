package io.bulkaction.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The Redis that comes with the service, for those who have none yet.
 *
 * @param enabled when nothing is said: on if {@code spring.data.redis.*} does not say where Redis is
 * @param dataDir where its append-only file lives. Relative to the working directory, as {@code ./config} is: settings
 *     and data of one installation stay together, and two installations on one machine do not meet
 * @param appendFsync how long after an answer a power cut can still take it back
 * @param password generated anew at each start when none is given; empty = none, for tests
 * @param startTimeout how long it may take to read its append-only file
 */
@Validated
@ConfigurationProperties("bulk-action.embedded-redis")
public record EmbeddedRedisSettings(
        @Nullable Boolean enabled,
        @DefaultValue("data/redis") Path dataDir,
        @DefaultValue("everysec") AppendFsync appendFsync,
        @Nullable String password,
        @DefaultValue("5m") @PositiveDuration Duration startTimeout) {

    /** When Redis asks the disk to keep what it wrote. */
    public enum AppendFsync {
        /** Before each answer. */
        ALWAYS,
        /** Once a second; a power cut can take back the last two. */
        EVERYSEC,
        /** When the operating system likes. */
        NO;

        /** As it stands in the configuration of Redis. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
