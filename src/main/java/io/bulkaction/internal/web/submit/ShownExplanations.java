package io.bulkaction.internal.web.submit;

import io.bulkaction.Explanation;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.web.access.Callers;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.stereotype.Component;

/** Explanations as the caller may read them, in the caller's language. */
@Component
final class ShownExplanations {

    private final Callers callers;

    ShownExplanations(Callers callers) {
        this.callers = callers;
    }

    Explanation of(Explanation explanation) {
        return Explainer.in(
                LocaleContextHolder.getLocale(),
                callers.scope().hasGroups() ? Explainer.withoutNames(explanation) : explanation);
    }
}
