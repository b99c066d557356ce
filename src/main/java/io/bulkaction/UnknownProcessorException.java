package io.bulkaction;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * No instance of the queue has announced a processor of this type, nor has this process one. Thrown unless
 * {@code bulk-action.submit.unknown-type} says otherwise.
 */
public final class UnknownProcessorException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param type the type
     * @param known the types that there are
     * @param setting the setting that switches it on; null if no processor that comes along has this type
     */
    public UnknownProcessorException(String type, Collection<String> known, @Nullable String setting) {
        super(
                "processorType '" + type + (setting == null
                        ? "' is unknown" : "' is switched off; the setting " + setting + " switches it on"),
                "; there are " + known);
    }
}
