package io.bulkaction.internal.metrics;

import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects the handlers that see jobs. The one that makes a timer of every observation is left out: jobs have meters of
 * their own, and it would build names and labels for every job. Without a tracer no handler remains, which costs
 * nothing.
 */
public final class ObservationHandlers {

    /** By name, because most applications have no tracer on the class path. */
    private static final String TRACING = "io.micrometer.tracing.handler.TracingObservationHandler";

    private ObservationHandlers() {}

    /** Keeps their order: of several tracing handlers the first that supports an observation gets it. */
    public static ObservationRegistry registry(
            List<ObservationHandler<?>> handlers,
            List<ObservationPredicate> predicates,
            List<ObservationFilter> filters) {
        ObservationRegistry registry = ObservationRegistry.create();
        List<ObservationHandler<?>> tracing = new ArrayList<>();
        for (ObservationHandler<?> handler : handlers) {
            if (isTracing(handler.getClass())) {
                tracing.add(handler);
            } else if (!(handler instanceof MeterObservationHandler<?>)) {
                registry.observationConfig().observationHandler(handler);
            }
        }
        if (!tracing.isEmpty()) {
            registry.observationConfig().observationHandler(composite(tracing));
        }
        predicates.forEach(registry.observationConfig()::observationPredicate);
        filters.forEach(registry.observationConfig()::observationFilter);
        return registry;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static ObservationHandler<?> composite(List<ObservationHandler<?>> handlers) {
        return new FirstMatchingCompositeObservationHandler((List) handlers);
    }

    private static boolean isTracing(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (implemented.getName().equals(TRACING) || isTracing(implemented)) {
                    return true;
                }
            }
        }
        return false;
    }
}
