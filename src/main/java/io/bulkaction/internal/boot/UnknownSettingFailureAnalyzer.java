package io.bulkaction.internal.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting is misspelt. */
final class UnknownSettingFailureAnalyzer extends AbstractFailureAnalyzer<UnknownSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownSettingException cause) {
        return new FailureAnalysis(cause.getMessage(), "Correct the name, or remove it.", cause);
    }
}
