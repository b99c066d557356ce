package io.bulkaction.internal.submit;

import io.bulkaction.JobsNotSentException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What one transaction submits. All of it is sent together: Spring stops calling listeners at the first that throws, so one of several
 * that cannot send would keep the others from sending. Loaded only where Spring's transactions are on the class path.
 */
final class TransactionSubmits implements TransactionSynchronization {

    private static final Logger log = LoggerFactory.getLogger(TransactionSubmits.class);

    private final AfterCommit owner;
    /** Part of the transaction. */
    private final List<CheckedRequest> written = new ArrayList<>();
    /** Sent after the commit. */
    private final List<CheckedRequest> waiting = new ArrayList<>();
    private final Map<Object, Sizes> savepoints = new HashMap<>();
    private @Nullable TransactionSynchronization lastSubmit;
    private boolean isCompleting;
    private boolean isOver;

    private record Sizes(int written, int waiting) {

        static final Sizes NONE = new Sizes(0, 0);
    }

    private TransactionSubmits(AfterCommit owner) {
        this.owner = owner;
    }

    static boolean isPossible() {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Of the current transaction. */
    static TransactionSubmits current(AfterCommit owner) {
        if (TransactionSynchronizationManager.getResource(owner) instanceof TransactionSubmits found
                && !found.isOver) {
            return found;
        }
        TransactionSubmits fresh = new TransactionSubmits(owner);
        TransactionSynchronizationManager.unbindResourceIfPossible(owner);
        fresh.resume();
        TransactionSynchronizationManager.registerSynchronization(fresh);
        return fresh;
    }

    void add(List<CheckedRequest> requests) {
        if (!isCompleting && owner.write(requests)) {
            written.addAll(requests);
            return;
        }
        waiting.addAll(requests);
        // why behind the last submit: what the application does after the commit before it submits, such as clearing a cache, comes first
        lastSubmit = new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                if (lastSubmit == this) {
                    sendWaiting();
                }
            }
        };
        TransactionSynchronizationManager.registerSynchronization(lastSubmit);
    }

    @Override
    public void suspend() {
        TransactionSynchronizationManager.unbindResource(owner);
    }

    @Override
    public void resume() {
        TransactionSynchronizationManager.bindResource(owner, this);
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, new Sizes(written.size(), waiting.size()));
    }

    /** Of a savepoint that was there before the first submit nobody has told us. */
    @Override
    public void savepointRollback(Object savepoint) {
        Sizes before = savepoints.getOrDefault(savepoint, Sizes.NONE);
        written.subList(Math.min(before.written(), written.size()), written.size()).clear();
        waiting.subList(Math.min(before.waiting(), waiting.size()), waiting.size()).clear();
    }

    @Override
    public void beforeCompletion() {
        isCompleting = true;
    }

    /** Sends what was submitted too late for a commit, by listeners that run after it, and what another listener's exception has stopped. */
    @Override
    public void afterCompletion(int status) {
        isOver = true;
        TransactionSynchronizationManager.unbindResourceIfPossible(owner);
        if (status == STATUS_ROLLED_BACK) {
            return;
        }
        if (isCompleting) {
            owner.written();
        } else {
            // why: this began after the commit, so what looked like a part of the transaction belongs to none
            waiting.addAll(0, written);
        }
        if (status == STATUS_COMMITTED) {
            try {
                sendWaiting();
            } catch (JobsNotSentException e) {
                log.error(
                        "{} Nobody but this log learns of it, because listeners that run after a commit failed or submitted.",
                        e.getMessage(), e);
            }
        } else if (!waiting.isEmpty()) {
            log.error("not sent, because nobody knows whether their transaction has committed: jobs for {}",
                    waiting.stream().map(request -> request.target().queue() + "/" + request.target().group())
                            .distinct().limit(10).collect(Collectors.joining(", ")));
        }
    }

    private void sendWaiting() {
        if (!waiting.isEmpty()) {
            List<CheckedRequest> requests = List.copyOf(waiting);
            waiting.clear();
            owner.send(requests);
        }
    }
}
