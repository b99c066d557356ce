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
 * Those who look at jobs. Not the handler that makes a timer of every observation: jobs have meters of their own, and
 * it would build names and labels anew for each. So without a tracer nobody looks, and that costs nothing.
 */
public final class ObservationHandlers {

    /** Not referred to by its class: most applications have no tracer. */
    private static final String TRACING = "io.micrometer.tracing.handler.TracingObservationHandler";

    private ObservationHandlers() {}

    /** In their order: of several that trace, the first that knows a kind of observation takes it. */
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
