package io.bulkaction.internal.flow;

import org.jspecify.annotations.Nullable;

/** A part of an account's quota for jobs that are being added. Settles itself once all of them have been answered. */
public final class Reservation {

    private final Accounts accounts;
    private final String account;
    private final String id;
    private final Amount reserved;
    private final long addBy;
    private Amount used = new Amount(0, 0, 0);
    private String totals = "";
    private @Nullable String partition;
    private int underWay = 1; // the caller, until it closes this
    private boolean isUnknown;

    /** So many jobs with so many bytes of payload in so many new groups. */
    public record Amount(long jobs, long bytes, long groups) {

        Amount plus(Amount other) {
            return new Amount(jobs + other.jobs, bytes + other.bytes, groups + other.groups);
        }
    }

    Reservation(Accounts accounts, String account, String id, Amount reserved, long addBy) {
        this.accounts = accounts;
        this.account = account;
        this.id = id;
        this.reserved = reserved;
        this.addBy = addBy;
    }

    /** What the script that adds jobs is told of it. */
    public synchronized EnqueueBatch.Paid begin(boolean countsBytes) {
        underWay++;
        return new EnqueueBatch.Paid(account, countsBytes, reserved.groups() > 0, addBy);
    }

    public void answered(Partition where, Enqueued answer) {
        synchronized (this) {
            used = used.plus(new Amount(answer.accepted(), answer.bytes(), answer.opened()));
            partition = where.redis().keys().prefix();
            // why the most: answers of several batches may come in any order
            totals = jobs(answer.totals()) > jobs(totals) ? answer.totals() : totals;
        }
        end();
    }

    private static long jobs(String totals) {
        return totals.isEmpty() ? -1 : Long.parseLong(totals.substring(0, totals.indexOf(' ')));
    }

    /** @param isUnknown whether jobs may have been added; then only the books can tell, after the lease */
    public void failed(boolean isUnknown) {
        synchronized (this) {
            this.isUnknown |= isUnknown;
        }
        end();
    }

    /** Nothing more will be added with it. */
    public void close() {
        end();
    }

    private void end() {
        synchronized (this) {
            if (--underWay > 0 || isUnknown) {
                return;
            }
        }
        accounts.settle(
                account, "%s %d %d %d".formatted(id, reserved.jobs(), reserved.bytes(), reserved.groups()), used,
                partition, totals);
    }
}
