package io.bulkaction.internal.flow;

import io.bulkaction.BulkActionException;
import org.jspecify.annotations.Nullable;

/** Jobs were not added, because they count for a quota and came with no reservation that covers them. */
public final class ReservationNeededException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String account;

    ReservationNeededException(@Nullable String account) {
        super("the jobs need a reservation" + (account == null ? "" : " of the account '" + account + "'"));
        this.account = account;
    }

    /** Whose quota it is; null if it was the right one, and is over or has no group. */
    public @Nullable String account() {
        return account;
    }
}
