package io.bulkaction.internal.web.access;

import io.bulkaction.internal.web.problem.ProblemType;
import org.springframework.http.HttpStatus;

/** What a caller may not do because of its scope, or of what it may not see. */
final class AccessProblems {

    static final ProblemType QUEUE_NOT_ALLOWED = forbidden("QUEUE_NOT_ALLOWED");
    static final ProblemType GROUP_NOT_ALLOWED = forbidden("GROUP_NOT_ALLOWED");
    static final ProblemType PROCESSOR_NOT_ALLOWED = forbidden("PROCESSOR_NOT_ALLOWED");
    static final ProblemType LEVEL_NOT_ALLOWED = forbidden("LEVEL_NOT_ALLOWED");
    static final ProblemType PRIORITY_NOT_ALLOWED = forbidden("PRIORITY_NOT_ALLOWED");
    static final ProblemType CALLBACK_NOT_ALLOWED = forbidden("CALLBACK_NOT_ALLOWED");
    static final ProblemType OUT_OF_SCOPE = forbidden("OUT_OF_SCOPE");

    static final ProblemType PAYLOAD_HIDDEN = forbidden("PAYLOAD_HIDDEN");
    /** Argument: the path of the field. */
    static final ProblemType PAYLOAD_MASKED = new ProblemType("PAYLOAD_MASKED", HttpStatus.CONFLICT);

    private AccessProblems() {}

    private static ProblemType forbidden(String code) {
        return new ProblemType(code, HttpStatus.FORBIDDEN);
    }
}
