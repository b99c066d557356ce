package io.bulkaction.internal.web.problem;

import java.io.Serial;

/** For controllers that find something wrong themselves. The arguments fill the detail of the problem. */
public final class ProblemException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ProblemType type;
    private final transient Object[] arguments;

    public ProblemException(ProblemType type, Object... arguments) {
        super(type.code());
        this.type = type;
        this.arguments = arguments.clone();
    }

    ProblemType type() {
        return type;
    }

    Object[] arguments() {
        return arguments.clone();
    }
}
