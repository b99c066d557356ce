package io.bulkaction.internal.web.hosted;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to protect the page, or how to say that it needs no protection. */
final class UnprotectedPageFailureAnalyzer extends AbstractFailureAnalyzer<UnprotectedPageException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnprotectedPageException cause) {
        return new FailureAnalysis(cause.getMessage(),
                "Add spring-boot-starter-security and give people the authorities of"
                        + " bulk-action.web.authorities; or, if something else keeps strangers away, say so with"
                        + " bulk-action.web.open=true.",
                cause);
    }
}
