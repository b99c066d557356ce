package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionException;
import io.bulkaction.GroupId;
import io.bulkaction.QuotaExceededException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Reservation;
import io.bulkaction.internal.flow.Reservation.Amount;
import io.bulkaction.internal.flow.ReservationNeededException;
import io.bulkaction.internal.flow.Submitter;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Adds jobs to a queue for one submit and reserves them first if somebody's quota counts: that of the submitter if it has one, and
 * else that of whoever has opened the run. Nothing is asked for all others.
 */
final class CountedEntrance implements JobStore.Entrance {

    private final Queue queue;
    private final Accounts accounts;
    private final Submitter submitter;
    private final @Nullable Quota own;
    private volatile @Nullable String account;
    private volatile @Nullable Reservation expected;
    private volatile @Nullable QuotaExceededException noGroup;

    CountedEntrance(Queue queue, Accounts accounts, Submitter submitter) {
        this.queue = queue;
        this.accounts = accounts;
        this.submitter = submitter;
        this.own = submitter.quota();
        this.account = own == null || submitter.owner() == null ? null : submitter.owner().name();
    }

    @Override
    public void expect(GroupId group, Collection<EnqueueBatch.Entry> jobs) {
        if (account != null) {
            expected = reserve(group, jobs);
        }
    }

    @Override
    public void done() {
        Reservation left = expected;
        if (left != null) {
            expected = null;
            left.close();
        }
    }

    @Override
    public CompletableFuture<Enqueued> enqueue(EnqueueBatch batch) {
        Reservation forAll = expected;
        return account == null ? partition(batch).fairQueue().enqueue(batch)
                : forAll == null ? reserveAndEnqueue(batch) : enqueue(batch, forAll);
    }

    @Override
    public Optional<CompletableFuture<Enqueued>> again(EnqueueBatch batch, RuntimeException refusal) {
        if (!(refusal instanceof ReservationNeededException needed)) {
            return Optional.empty();
        }
        QuotaExceededException refused = noGroup;
        if (needed.account() == null && refused != null) {
            throw refused;
        }
        if (needed.account() != null) {
            account = needed.account();
        }
        accounts.paid().forget(queue.name(), batch.group());
        done(); // what it had reserved does not cover the jobs, and must not count beside what does
        return Optional.of(reserveAndEnqueue(batch));
    }

    private CompletableFuture<Enqueued> reserveAndEnqueue(EnqueueBatch batch) {
        Reservation reservation = reserve(batch.group(), batch.jobs());
        try {
            return enqueue(batch, reservation);
        } finally {
            reservation.close();
        }
    }

    private CompletableFuture<Enqueued> enqueue(EnqueueBatch batch, Reservation reservation) {
        Partition partition = partition(batch);
        String payer = Objects.requireNonNull(account);
        boolean countsBytes = isOwn() && own != null && own.bytes() != null;
        return partition.fairQueue().enqueue(batch.with(batch.by().with(reservation.begin(countsBytes))))
                .whenComplete((answer, failure) -> {
                    if (failure == null) {
                        reservation.answered(partition, answer);
                        notePaid(payer, batch.group(), answer);
                    } else {
                        reservation.failed(!isRefusal(failure));
                    }
                });
    }

    private void notePaid(String payer, GroupId group, Enqueued answer) {
        if (!answer.totals().isEmpty() && !answer.ended()) {
            accounts.paid().note(payer, queue.name(), group);
        }
    }

    /** A group that is there already needs none of its own. */
    private Reservation reserve(GroupId group, Collection<EnqueueBatch.Entry> jobs) {
        long bytes = jobs.stream().mapToLong(EnqueueBatch.Entry::bytes).sum();
        if (accounts.paid().isOf(Objects.requireNonNull(account), queue.name(), group)) {
            return reserve(new Amount(jobs.size(), bytes, 0));
        }
        try {
            return reserve(new Amount(jobs.size(), bytes, 1));
        } catch (QuotaExceededException e) {
            if (e.kind() != QuotaExceededException.Kind.GROUPS) {
                throw e;
            }
            noGroup = e;
            return reserve(new Amount(jobs.size(), bytes, 0));
        }
    }

    private Reservation reserve(Amount amount) {
        boolean isSubmit = isOwn() && !submitter.isCounted().get();
        Reservation reservation =
                accounts.reserve(Objects.requireNonNull(account), isOwn() ? own : null, amount, isSubmit);
        if (isSubmit) {
            submitter.isCounted().set(true);
        }
        return reservation;
    }

    private boolean isOwn() {
        return own != null && submitter.owner() != null && submitter.owner().name().equals(account);
    }

    private Partition partition(EnqueueBatch batch) {
        return queue.of(batch.group());
    }

    /** Then nothing was added; after anything else it may have been. */
    private static boolean isRefusal(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof BulkActionException && !(cause instanceof RedisUnavailableException);
    }
}
