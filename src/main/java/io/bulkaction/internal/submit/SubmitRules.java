package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.QueueName;
import java.util.function.Consumer;

/**
 * Refuses a submit before anything is written.
 *
 * @param processors refuses a processor type that nobody knows
 * @param callbackCheck refuses a callback URL that is not allowed
 * @param windowCheck refuses the name of a sending window that nobody knows
 */
public record SubmitRules(
        ProcessorCheck processors, Consumer<String> callbackCheck, Consumer<String> windowCheck) {

    /** Refuses a processor type that nobody knows. */
    @FunctionalInterface
    public interface ProcessorCheck {

        void check(QueueName queue, String type);
    }

    void check(BulkActionRequest.Target target) {
        processors.check(target.queue(), target.processorType());
        if (target.callback() != null) {
            callbackCheck.accept(target.callback());
        }
        String window = target.limits().sendingWindow();
        if (window != null) {
            windowCheck.accept(window);
        }
    }
}
