package io.bulkaction.internal.settings;

import com.sun.management.OperatingSystemMXBean;
import jakarta.validation.constraints.AssertTrue;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The Redis that comes with the service, for those who have none yet.
 *
 * @param enabled Whether the service starts a Redis of its own. By default it does if neither bulk-action.redis nor
 *     spring.data.redis says where Redis is.
 * @param dataDir Directory of its append-only file, relative to the working directory.
 * @param appendFsync When Redis asks the disk to keep what was written.
 * @param maxMemory Most memory it may use. By default a quarter of the memory of the machine or container.
 * @param password Its password. By default generated at each start.
 * @param startTimeout How long it may take to read its append-only file.
 */
@Validated
@ConfigurationProperties("bulk-action.embedded-redis")
public record EmbeddedRedisSettings(
        @Nullable Boolean enabled,
        @DefaultValue("data/redis") Path dataDir,
        @DefaultValue("everysec") AppendFsync appendFsync,
        @Nullable DataSize maxMemory,
        @Nullable String password,
        @DefaultValue("5m") @PositiveDuration Duration startTimeout) {

    /** Redis itself needs a few megabytes before the first job. */
    private static final DataSize LEAST_MEMORY = DataSize.ofMegabytes(16);

    @AssertTrue(message = "max-memory must be at least 16MB")
    boolean isMemoryEnough() {
        return maxMemory == null || maxMemory.compareTo(LEAST_MEMORY) >= 0;
    }

    /** Why a quarter: the JVM takes another by default, and Redis needs up to twice its data while it rewrites its file. */
    public DataSize maxMemoryOrDefault() {
        if (maxMemory != null) {
            return maxMemory;
        }
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return DataSize.ofBytes(Math.max(LEAST_MEMORY.toBytes(), machine.getTotalMemorySize() / 4));
    }

    /** When Redis syncs its append-only file to disk. */
    public enum AppendFsync {
        /** Before each answer. */
        ALWAYS,
        /** Once a second; a power cut can lose the last two seconds. */
        EVERYSEC,
        /** Whenever the operating system decides. */
        NO;

        /** The value in the configuration of Redis. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
