package io.bulkaction.internal.outbox;

import io.bulkaction.BulkActionService;
import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.sql.SQLException;
import java.time.Duration;
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

    private final OutboxTable table;
    private final BulkActionService service;
    private final Duration interval;
    private final Loop loop = new Loop("outbox-relay", this::turn);

    public OutboxRelay(OutboxTable table, BulkActionService service, Duration interval) {
        this.table = table;
        this.service = service;
        this.interval = interval;
    }

    @Override
    public void start() {
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

    private Duration turn() throws SQLException {
        return table.claim(BATCH, this::send) == BATCH ? Duration.ZERO : interval;
    }

    /** Redis that is away concerns all rows; any other refusal only this one, which waits for longer each time. */
    private boolean send(OutboxTable.Claim claim, OutboxTable.Row row) throws SQLException {
        try {
            service.submitNow(row.request().request());
            claim.delete(row);
            return true;
        } catch (RedisUnavailableException | RedisFullException away) {
            log.warn("what transactions submitted waits in the outbox: {}", away.getMessage());
            claim.putOff(row, interval);
            return false;
        } catch (RuntimeException refused) {
            log.error("request {} of the outbox, for group {}, could not be sent and is tried again: {}",
                    row.id(), row.request().group(), refused.getMessage());
            claim.putOff(row, delay(row.attempts()));
            return true;
        }
    }

    private static Duration delay(int attempts) {
        Duration grown = Duration.ofSeconds(1L << Math.min(attempts, 10));
        return grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
    }
}
