package io.bulkaction.internal.outbox;

import java.util.Optional;

/** Says how the outbox stands; can be asked for where there is no database. */
@FunctionalInterface
public interface OutboxReport {

    /** A few seconds old; empty while the database does not answer. */
    Optional<OutboxStatus> status();
}
