package io.bulkaction.submit;

import java.util.Collection;

/** A processor type that nobody has registered. */
public final class UnknownProcessorException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public UnknownProcessorException(String type, Collection<String> known) {
        super("processorType '" + type + "' is unknown; there are " + known);
    }
}
