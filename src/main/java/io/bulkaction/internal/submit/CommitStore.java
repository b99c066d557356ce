package io.bulkaction.internal.submit;

import java.util.List;

/** Keeps what is submitted inside a transaction as part of that transaction, until it has been sent. */
public interface CommitStore {

    /**
     * Writes them in the current transaction.
     *
     * @return false if that is not one of its database, or one that only reads: then nothing was written
     */
    boolean write(List<CheckedRequest> requests);

    /** Writes them in a transaction of its own. */
    void keep(List<CheckedRequest> requests);

    /** A transaction in which something was written has committed. Does not block. */
    void committed();
}
