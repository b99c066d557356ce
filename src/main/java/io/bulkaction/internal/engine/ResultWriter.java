package io.bulkaction.internal.engine;

import io.bulkaction.internal.settings.JsonLimit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns what a processor returned into the JSON that is kept.
 *
 * @param checkpointLimit for what a job keeps for its next attempt
 * @param aggregated whether somebody reduces the results of a processor's type
 */
public record ResultWriter(Function<Object, String> json, JsonLimit limit, JsonLimit checkpointLimit,
        Predicate<String> aggregated) {

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

    /** @throws IllegalArgumentException when it is no checkpoint */
    String checked(String checkpoint) {
        if (checkpointLimit.isExceededBy(checkpoint)) {
            throw new IllegalArgumentException("the checkpoint is larger than " + checkpointLimit);
        }
        try {
            JsonMapper.shared().readTree(checkpoint);
            return checkpoint;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the checkpoint is not JSON: " + e.getOriginalMessage());
        }
    }

    boolean isAggregated(String processorType) {
        return aggregated.test(processorType);
    }
}
