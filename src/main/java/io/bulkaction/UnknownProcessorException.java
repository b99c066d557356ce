package io.bulkaction;

import java.util.Collection;

/** No processor has this type. Thrown only where workers run; a module without workers does not know the types. */
public final class UnknownProcessorException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param type the type
     * @param known the types that there are
     */
    public UnknownProcessorException(String type, Collection<String> known) {
        super("processorType '" + type + "' is unknown; there are " + known);
    }
}
