package io.bulkaction.internal.outbox;

import io.bulkaction.CyclicAfterException;
import io.bulkaction.InvalidIdException;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.Memo;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.CheckedRequest;
import io.bulkaction.spi.PayloadCodecException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Sends what committed transactions have left in the table, and removes it. Any number of instances may do so at the same time.
 * A crash between sending and removing sends a request again, which adds nothing, because its jobs have their ids.
 */
public final class OutboxRelay implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    /** After the engine has started, before it stops. */
    private static final int PHASE = (1 << 30) + 1;

    private static final int BATCH = 20;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FRESH = Duration.ofSeconds(5);

    private final OutboxTable table;
    private final Consumer<CheckedRequest> sender;
    private final OutboxSettings settings;
    private final Memo<OutboxStatus> status;
    private final Loop loop = new Loop("outbox-relay", this::turn);

    public OutboxRelay(OutboxTable table, Consumer<CheckedRequest> sender, OutboxSettings settings) {
        this.table = table;
        this.sender = sender;
        this.settings = settings;
        this.status = new Memo<>(table::status, FRESH);
    }

    @Override
    public void start() {
        try {
            table.check();
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the DataSource of bulk-action.outbox gives no connection: " + e.getMessage(), e);
        }
        table.onCommit(loop::wake);
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop(Deadline.in(PATIENCE));
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** A few seconds old; empty while the database does not answer. */
    public Optional<OutboxStatus> status() {
        return Optional.ofNullable(status.get());
    }

    /** Why an exception when Redis is away: the loop then rests for longer and longer, and says so once. */
    private Duration turn() throws SQLException {
        AtomicReference<RuntimeException> away = new AtomicReference<>();
        int found = table.claim(BATCH, (claim, row) -> {
            try {
                send(claim, row);
                return true;
            } catch (RedisUnavailableException | RedisFullException e) {
                away.set(e);
                return false;
            }
        });
        if (away.get() != null) {
            throw away.get();
        }
        return found == BATCH ? Duration.ZERO : settings.interval();
    }

    private void send(OutboxTable.Claim claim, OutboxTable.Row row) throws SQLException {
        try {
            sender.accept(table.read(row));
        } catch (RedisUnavailableException | RedisFullException away) {
            throw away;
        } catch (RuntimeException refused) {
            putOff(claim, row, refused);
            return;
        }
        claim.delete(row);
    }

    /** What is refused concerns this row alone; the others do not wait for it. */
    private void putOff(OutboxTable.Claim claim, OutboxTable.Row row, RuntimeException refused) throws SQLException {
        boolean isOld = row.createdAt().plus(settings.giveUpAfter()).isBefore(Instant.now());
        if (isOld || isForGood(refused)) {
            log.error(
                    "request {} of the outbox will not be sent: {}. It stays in the table with refused_at and reason; to try it"
                            + " again, set refused_at to null.",
                    row.id(), refused.toString());
            claim.refuse(row, refused.toString());
            return;
        }
        if (row.attempts() == 0) {
            log.warn("request {} of the outbox could not be sent and is tried again for {}: {}", row.id(),
                    settings.giveUpAfter(), refused.toString());
        }
        claim.putOff(row, delay(row.attempts()));
    }

    private static boolean isForGood(RuntimeException refused) {
        return refused instanceof InvalidSubmissionException || refused instanceof InvalidIdException
                || refused instanceof CyclicAfterException
                || (refused instanceof PayloadCodecException codec && !codec.isTemporary());
    }

    private static Duration delay(int attempts) {
        Duration grown = Duration.ofSeconds(1L << Math.min(attempts, 10));
        return grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
    }
}
