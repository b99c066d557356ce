package io.bulkaction.internal.operate.audit;

import java.util.Arrays;
import java.util.List;

/** An operation that was not carried out. Nothing was changed. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final transient List<String> candidates;
    private final transient List<Object> arguments;

    RefusedException(Refusal refusal, List<String> candidates, Object... arguments) {
        super(refusal + (arguments.length == 0 ? "" : " " + Arrays.toString(arguments)));
        this.refusal = refusal;
        this.candidates = candidates;
        this.arguments = List.of(arguments);
    }

    public Refusal refusal() {
        return refusal;
    }

    /** What the caller may have meant; empty where that is not the question. */
    public List<String> candidates() {
        return candidates;
    }

    /** For the message, in the order that {@link Refusal} gives. */
    public List<Object> arguments() {
        return arguments;
    }
}
