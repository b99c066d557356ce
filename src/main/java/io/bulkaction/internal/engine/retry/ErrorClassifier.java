package io.bulkaction.internal.engine.retry;

import io.bulkaction.JobResult;
import io.bulkaction.internal.settings.RetrySettings;
import java.util.List;

/**
 * Says what an outcome means. The settings come first, because whoever operates a queue may know an outside system
 * better than the processor does: success, then permanent, then retryable. Then the processor's own word. What nobody
 * knows is retryable, so that nothing is given up by mistake.
 */
final class ErrorClassifier {

    private final List<Glob> success;
    private final List<Glob> permanent;
    private final List<Glob> retryable;

    public ErrorClassifier(RetrySettings settings) {
        this.success = globs(settings.success());
        this.permanent = globs(settings.permanent());
        this.retryable = globs(settings.retryable());
    }

    public Verdict classify(AttemptOutcome outcome) {
        return switch (outcome) {
            case AttemptOutcome.Returned(JobResult.Success success) -> Verdict.SUCCESS;
            case AttemptOutcome.Returned(JobResult.Throttled throttled) -> Verdict.THROTTLED;
            case AttemptOutcome.Returned(JobResult.Failure(String code, String message, boolean again)) ->
                bySettings(ErrorFacts.of(code, message), again ? Verdict.RETRYABLE : Verdict.PERMANENT);
            // why not by the settings: neither is what the processor said
            case AttemptOutcome.Unreadable unreadable ->
                unreadable.why().isTemporary() ? Verdict.THROTTLED : Verdict.PERMANENT;
            case AttemptOutcome.Threw threw -> {
                ErrorFacts facts = ErrorFacts.of(threw);
                yield bySettings(facts, ownWordOf(threw, facts));
            }
        };
    }

    private static Verdict ownWordOf(AttemptOutcome.Threw threw, ErrorFacts facts) {
        if (threw.code().equals(ErrorCodes.BAD_PAYLOAD)) {
            return Verdict.PERMANENT;
        }
        // why: a checkpoint or a submit failed at a Redis that is full or away, which is not the fault of the job
        return facts.isOfRedis() ? Verdict.THROTTLED : Verdict.RETRYABLE;
    }

    private Verdict bySettings(ErrorFacts facts, Verdict otherwise) {
        if (success.stream().anyMatch(facts::match)) {
            return Verdict.SUCCESS;
        }
        if (permanent.stream().anyMatch(facts::match)) {
            return Verdict.PERMANENT;
        }
        return retryable.stream().anyMatch(facts::match) ? Verdict.RETRYABLE : otherwise;
    }

    private static List<Glob> globs(List<String> entries) {
        return entries.stream().map(String::strip).filter(entry -> !entry.isEmpty()).map(Glob::new).toList();
    }
}
