package io.bulkaction.internal.engine;

import io.bulkaction.internal.settings.JsonLimit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a processor returned into the JSON that is kept.
 *
 * @param aggregated whether somebody reduces the results of a processor's type
 */
public record ResultWriter(Function<Object, String> json, JsonLimit limit, Predicate<String> aggregated) {

    @Nullable
    String write(@Nullable Object data) {
        if (data == null) {
            return null;
        }
        String result = json.apply(data);
        if (limit.isExceededBy(result)) {
            throw new IllegalArgumentException("it is larger than " + limit);
        }
        return result;
    }

    boolean isAggregated(String processorType) {
        return aggregated.test(processorType);
    }
}
