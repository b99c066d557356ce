package io.bulkaction.internal.engine.retry;

import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.internal.settings.RetrySettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The retry policies of one queue: its own settings, with each processor's overrides on top. */
public final class RetryPolicies {

    private final RetrySettings queueSettings;
    private final ProcessorOverrides overrides;
    private final Map<String, RetryPolicy> byType = new ConcurrentHashMap<>();

    public RetryPolicies(RetrySettings queueSettings, ProcessorOverrides overrides) {
        this.queueSettings = queueSettings;
        this.overrides = overrides;
    }

    public RetryPolicy of(String processorType) {
        return byType.computeIfAbsent(
                processorType, type -> new RetryPolicy(overrides.of(type).retryOver(queueSettings)));
    }
}
