package io.bulkaction.internal.submit;

import io.bulkaction.JobsNotSentException;
import io.bulkaction.SubmitOutcome;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * What transactions submit: written by the transaction itself where there is an outbox, and else kept in memory and sent after the
 * commit. Spring's transactions need not be on the class path.
 */
final class AfterCommit {

    private static final boolean HAS_TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            AfterCommit.class.getClassLoader());

    private final RequestSender sender;
    private final @Nullable CommitStore outbox;

    AfterCommit(RequestSender sender, @Nullable CommitStore outbox) {
        this.sender = sender;
        this.outbox = outbox;
    }

    /** Whether there is a transaction to wait for. */
    static boolean isPossible() {
        return HAS_TRANSACTIONS && TransactionSubmits.isPossible();
    }

    void add(List<CheckedRequest> requests) {
        TransactionSubmits.current(this).add(requests);
    }

    /** @return whether they are now part of the current transaction */
    boolean write(List<CheckedRequest> requests) {
        return outbox != null && outbox.write(requests);
    }

    void written() {
        if (outbox != null) {
            outbox.committed();
        }
    }

    /**
     * After the commit.
     *
     * @throws JobsNotSentException with what was neither sent nor kept
     */
    void send(List<CheckedRequest> requests) {
        List<SubmitOutcome> outcomes = sender.sendKept(requests);
        List<RuntimeException> refusals =
                outcomes.stream().map(SubmitOutcome::refusal).filter(Objects::nonNull).distinct().toList();
        if (!refusals.isEmpty()) {
            RuntimeException first = refusals.getFirst();
            refusals.stream().skip(1).forEach(first::addSuppressed);
            keepOrThrow(IntStream.range(0, requests.size()).filter(i -> outcomes.get(i).refusal() != null)
                    .mapToObj(requests::get).toList(), first);
        }
    }

    private void keepOrThrow(List<CheckedRequest> notSent, RuntimeException cause) {
        if (outbox != null) {
            try {
                outbox.keep(notSent);
                return;
            } catch (RuntimeException noDatabase) {
                cause.addSuppressed(noDatabase);
            }
        }
        throw new JobsNotSentException(notSent.stream().map(CheckedRequest::again).toList(), cause);
    }
}
