package io.bulkaction.group;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The registered aggregators by processor type. */
public final class ResultAggregators {

    private final Map<String, ResultAggregator<?>> byType = new TreeMap<>();

    public ResultAggregators(Collection<? extends ResultAggregator<?>> aggregators) {
        for (ResultAggregator<?> aggregator : aggregators) {
            ResultAggregator<?> other = byType.putIfAbsent(aggregator.type(), aggregator);
            if (other != null) {
                throw new IllegalStateException("two aggregators of type '%s': %s and %s; there can be one"
                        .formatted(
                                aggregator.type(),
                                other.getClass().getName(),
                                aggregator.getClass().getName()));
            }
        }
    }

    /** Whether the results of this type's jobs have to be kept for the end of the run. */
    public boolean wants(String processorType) {
        return byType.containsKey(processorType);
    }

    Optional<ResultAggregator<?>> of(String processorType) {
        return Optional.ofNullable(byType.get(processorType));
    }
}
