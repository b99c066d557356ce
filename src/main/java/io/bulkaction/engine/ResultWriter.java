package io.bulkaction.engine;

import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a processor returned into the JSON that is kept.
 *
 * @param aggregated whether somebody reduces the results of a processor's type
 */
public record ResultWriter(Function<Object, String> json, Predicate<String> aggregated) {

    @Nullable
    String write(@Nullable Object data) {
        return data == null ? null : json.apply(data);
    }

    boolean isAggregated(String processorType) {
        return aggregated.test(processorType);
    }
}
