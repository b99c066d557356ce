package io.bulkaction.internal.boot;

import io.bulkaction.internal.builtin.outbound.MissingLibraryException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which library to add, or which settings to leave out. */
final class MissingLibraryFailureAnalyzer extends AbstractFailureAnalyzer<MissingLibraryException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingLibraryException cause) {
        return new FailureAnalysis(cause.getMessage(),
                "Add the dependency; or leave out the allowed-hosts of callbacks,"
                        + " recurring-sources and processors.http-request, and alerts.webhook.",
                cause);
    }
}
