package io.bulkaction.internal.builtin.simulate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** @param enabled on by itself in the profile {@code demo}, off everywhere else: a payload can halt the process */
@ConfigurationProperties("bulk-action.processors.simulate")
record SimulateSettings(@Nullable Boolean enabled) {}
