package io.bulkaction.internal.operate.audit;

import java.util.Arrays;
import java.util.List;

/** An operation that was not carried out. Nothing was changed. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final transient List<Object> arguments;

    RefusedException(Refusal refusal, Object... arguments) {
        super(refusal + (arguments.length == 0 ? "" : " " + Arrays.toString(arguments)));
        this.refusal = refusal;
        this.arguments = List.of(arguments);
    }

    public Refusal refusal() {
        return refusal;
    }

    /** For the message, in the order that {@link Refusal} gives. */
    public List<Object> arguments() {
        return arguments;
    }
}
