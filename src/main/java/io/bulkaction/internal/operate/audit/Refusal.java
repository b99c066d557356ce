package io.bulkaction.internal.operate.audit;

import java.util.List;

/** Why an operation was refused. The name is stable: callers may rely on it, and message bundles are keyed by it. */
public enum Refusal {
    /** Arguments: job, queue. */
    UNKNOWN_JOB(Kind.NOT_FOUND),
    /** Only its id is known, and no dead letter has it. Arguments: id, queue. */
    UNKNOWN_DEAD_LETTER(Kind.NOT_FOUND),
    /** Arguments: group, queue. */
    UNKNOWN_GROUP(Kind.NOT_FOUND),
    /** Arguments: tenant, queue. */
    UNKNOWN_TENANT(Kind.NOT_FOUND),
    /** Arguments: job, its status. */
    NOT_A_DEAD_LETTER(Kind.CONFLICT),
    /** Another job has this id. Arguments: job, queue. */
    JOB_EXISTS(Kind.CONFLICT),
    /** The job would be cancelled at once. Arguments: job, its group. */
    GROUP_CANCELLING(Kind.CONFLICT),
    /** Several groups have a dead letter with this id. Arguments: id, queue, how many. */
    AMBIGUOUS_JOB(Kind.CONFLICT),
    /** Somebody kept to some groups wants more than others have set. Arguments: what they have set. */
    LIMIT_NOT_ALLOWED(Kind.FORBIDDEN),
    /** Arguments: lowest allowed. */
    RATE_TOO_LOW(Kind.INVALID),
    /** The tokens of a queue with several partitions, or of several queues, are granted by a ledger. Arguments: queue. */
    RATE_OF_LEDGER(Kind.CONFLICT),
    /** Arguments: queue. */
    CONCURRENCY_OF_PARTITIONS(Kind.CONFLICT),
    /** Arguments: name, queue. */
    UNKNOWN_RECURRING(Kind.NOT_FOUND),
    /** Only the settings change it. Arguments: name. */
    RECURRING_IN_SETTINGS(Kind.CONFLICT),
    /** An earlier run has not ended, and its overlap is skip. Arguments: name. */
    RECURRING_BUSY(Kind.CONFLICT),
    /** Arguments: most allowed, queue. */
    TOO_MANY_RECURRING(Kind.CONFLICT),
    /** Arguments: field, what is wrong with it. */
    INVALID_RECURRING(Kind.INVALID),
    /** Arguments: name. */
    UNKNOWN_SENDING_WINDOW(Kind.NOT_FOUND),
    /** It is from settings, or a preset. Arguments: name. */
    SENDING_WINDOW_FIXED(Kind.CONFLICT),
    /** Arguments: name, who keeps to it. */
    SENDING_WINDOW_IN_USE(Kind.CONFLICT),
    /** Others change it all the time. Arguments: name. */
    SENDING_WINDOW_BUSY(Kind.CONFLICT),
    /** Arguments: most allowed. */
    TOO_MANY_SENDING_WINDOWS(Kind.CONFLICT),
    /** Arguments: field, what is wrong with it. */
    INVALID_SENDING_WINDOW(Kind.INVALID),
    REASON_REQUIRED(Kind.INVALID),
    /** Arguments: longest allowed. */
    REASON_TOO_LONG(Kind.INVALID);

    /** How the caller should treat it. */
    public enum Kind {
        INVALID,
        FORBIDDEN,
        NOT_FOUND,
        CONFLICT
    }

    private final Kind kind;

    Refusal(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public RefusedException with(Object... arguments) {
        return among(List.of(), arguments);
    }

    /** @param candidates what the caller may have meant */
    public RefusedException among(List<String> candidates, Object... arguments) {
        return new RefusedException(this, candidates, arguments);
    }
}
