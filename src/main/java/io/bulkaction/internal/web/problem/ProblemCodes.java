package io.bulkaction.internal.web.problem;

import org.springframework.stereotype.Component;

/** The codes of exceptions that are part of an answer instead of being one. */
@Component
public final class ProblemCodes {

    private final ProblemMappings mappings;

    ProblemCodes(ProblemMappings mappings) {
        this.mappings = mappings;
    }

    public String of(Throwable e) {
        return mappings.meaningOf(e).map(meaning -> meaning.type().code()).orElse(ProblemType.INTERNAL_ERROR.code());
    }
}
