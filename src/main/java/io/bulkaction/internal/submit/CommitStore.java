package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;

/** Keeps what is submitted inside a transaction as part of that transaction, until it has been sent. */
@FunctionalInterface
public interface CommitStore {

    /** @param request can be submitted once; all its jobs have ids and are checked */
    void keep(BulkActionRequest request);
}
