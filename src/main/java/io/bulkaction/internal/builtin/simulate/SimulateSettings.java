package io.bulkaction.internal.builtin.simulate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * @param enabled Whether jobs may be simulated. By default only in the profile demo, because a payload can halt the
 *     process.
 */
@ConfigurationProperties("bulk-action.processors.simulate")
record SimulateSettings(@Nullable Boolean enabled) {}
