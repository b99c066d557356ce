package io.bulkaction.internal.web.submit;

import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import java.util.List;
import java.util.function.Function;

/**
 * What became of a submit to many groups.
 *
 * @param accepted jobs that are new, of all groups
 * @param groups those that were accepted
 * @param refused those that were not; whatever of them is missing can be sent again
 */
record SubmitAllResponse(
        String queue, long accepted, long duplicates, List<SubmitResponse> groups, List<Refused> refused) {

    /** @param code as a problem has it */
    record Refused(String groupId, String code, long accepted, long duplicates) {}

    /** @param outcomes at least one */
    static SubmitAllResponse of(List<SubmitOutcome> outcomes, Function<Throwable, String> codes) {
        List<Submission> all = outcomes.stream().map(SubmitOutcome::submission).toList();
        return new SubmitAllResponse(
                all.getFirst().queue().value(),
                all.stream().mapToLong(Submission::accepted).sum(),
                all.stream().mapToLong(Submission::duplicates).sum(),
                outcomes.stream().filter(SubmitOutcome::isAccepted)
                        .map(outcome -> SubmitResponse.of(outcome.submission())).toList(),
                outcomes.stream().filter(outcome -> !outcome.isAccepted())
                        .map(outcome -> refused(outcome, codes)).toList());
    }

    boolean isRefusedAsAWhole() {
        return groups.isEmpty() && accepted + duplicates == 0;
    }

    private static Refused refused(SubmitOutcome outcome, Function<Throwable, String> codes) {
        Submission sent = outcome.submission();
        return new Refused(
                sent.groupId().value(), codes.apply(outcome.refusal()), sent.accepted(), sent.duplicates());
    }
}
