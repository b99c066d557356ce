package io.bulkaction.internal.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where an application is tested. Set by the annotation of the test kit, or in the settings of the tests.
 *
 * @param inline Whether jobs are kept in memory and run only when a test lets them. Needs no Redis; for tests only.
 * @param virtualTime Whether the queues follow a clock that only a test moves, and nothing runs by itself; for tests only.
 * @param redisUrl The Redis of the test kit, which counts instead of everything else that says where Redis is; for tests only.
 */
@ConfigurationProperties("bulk-action.test")
public record TestKitSettings(
        @DefaultValue("false") boolean inline, @DefaultValue("false") boolean virtualTime, @Nullable String redisUrl) {}
