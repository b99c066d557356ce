package io.bulkaction.internal.engine;

import io.bulkaction.JobReporter;
import io.bulkaction.internal.flow.ClaimedJob;
import java.util.Locale;
import java.util.Optional;

/** What one attempt says of itself, within its bounds. */
final class RunningJob implements JobReporter {

    private static final int LONGEST_TEXT = 200;

    private final ClaimedJob claimed;
    private final Outcomes outcomes;
    private final ResultWriter rules;
    private volatile boolean hasKept;

    RunningJob(ClaimedJob claimed, Outcomes outcomes, ResultWriter rules) {
        this.claimed = claimed;
        this.outcomes = outcomes;
        this.rules = rules;
    }

    /** The attempt comes along: what an earlier one has said is no news of this one. */
    @Override
    public void progress(double percent, String text) {
        if (Double.isNaN(percent)) {
            throw new IllegalArgumentException("percent is not a number");
        }
        double bounded = Math.max(0, Math.min(100, percent));
        String shortened = text.codePointCount(0, text.length()) <= LONGEST_TEXT ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_TEXT)) + "…";
        outcomes.progress(claimed,
                String.format(Locale.ROOT, "%d %.1f %s", claimed.job().attempt(), bounded, shortened));
    }

    @Override
    public void checkpoint(String json) {
        outcomes.checkpoint(claimed, rules.checked(json));
        hasKept = true;
    }

    @Override
    public Optional<String> checkpoint() {
        return hasKept || claimed.job().attempt() > 1 ? outcomes.checkpoint(claimed) : Optional.empty();
    }
}
