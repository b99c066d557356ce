package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.UnknownProcessorException;
import io.bulkaction.internal.settings.ProcessorSwitches;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Refuses a submit before anything is written.
 *
 * @param processorTypes the types that can be submitted to; empty where no worker runs and the types are not known
 * @param callbackCheck refuses a callback URL that is not allowed
 */
public record SubmitRules(Optional<Collection<String>> processorTypes, Consumer<String> callbackCheck) {

    void check(BulkActionRequest.Target target) {
        processorTypes.ifPresent(types -> {
            if (!types.contains(target.processorType())) {
                throw new UnknownProcessorException(
                        target.processorType(), types, ProcessorSwitches.of(target.processorType()).orElse(null));
            }
        });
        if (target.callback() != null) {
            callbackCheck.accept(target.callback());
        }
    }
}
