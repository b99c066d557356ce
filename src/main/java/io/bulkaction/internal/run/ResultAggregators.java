package io.bulkaction.internal.run;

import io.bulkaction.spi.ResultAggregator;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The registered aggregators by processor type. */
public final class ResultAggregators {

    private final Map<String, Registered<?>> byType = new TreeMap<>();

    public ResultAggregators(Collection<? extends ResultAggregator<?>> aggregators) {
        for (ResultAggregator<?> aggregator : aggregators) {
            Registered<?> other = byType.putIfAbsent(aggregator.type(), Registered.of(aggregator));
            if (other != null) {
                throw new IllegalStateException("two aggregators of type '%s': %s and %s; only one is possible"
                        .formatted(
                                aggregator.type(),
                                other.aggregator().getClass().getName(),
                                aggregator.getClass().getName()));
            }
        }
    }

    /** Whether what jobs of this type return must be kept until the end of the run. */
    public boolean wants(String processorType) {
        return byType.containsKey(processorType);
    }

    Optional<Registered<?>> of(String processorType) {
        return Optional.ofNullable(byType.get(processorType));
    }

    /** @param calls how to call it: somebody else's code may hang */
    record Registered<T>(ResultAggregator<T> aggregator, TimedCalls calls) {

        static <T> Registered<T> of(ResultAggregator<T> aggregator) {
            return new Registered<>(aggregator, new TimedCalls(aggregator.getClass().getName()));
        }
    }
}
