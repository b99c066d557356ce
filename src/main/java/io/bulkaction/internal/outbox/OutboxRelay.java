package io.bulkaction.internal.outbox;

import io.bulkaction.CyclicAfterException;
import io.bulkaction.InvalidIdException;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.metrics.Memo;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.CheckedRequest;
import io.bulkaction.spi.PayloadCodecException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Sends what committed transactions have left in the table, and removes it. Any number of instances may do so at the same time.
 * A crash between sending and removing sends a request again, which adds nothing, because its jobs have their ids.
 */
public final class OutboxRelay implements SmartLifecycle, OutboxReport {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    /** After the engine has started, before it stops. */
    private static final int PHASE = (1 << 30) + 1;

    private static final int BATCH = 200;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FRESH = Duration.ofSeconds(5);

    private final OutboxTable table;
    private final Function<List<CheckedRequest>, List<SubmitOutcome>> sender;
    private final OutboxSettings settings;
    private final Memo<OutboxStatus> status;
    private final Loop loop = new Loop("outbox-relay", this::turn);

    public OutboxRelay(OutboxTable table, Function<List<CheckedRequest>, List<SubmitOutcome>> sender,
            OutboxSettings settings) {
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

    @Override
    public Optional<OutboxStatus> status() {
        return Optional.ofNullable(status.get());
    }

    /** Why an exception when Redis is away: the loop then rests for longer and longer, and says so once. */
    private Duration turn() throws SQLException {
        AtomicReference<RuntimeException> away = new AtomicReference<>();
        int found = table.claim(BATCH, (claim, rows) -> away.set(send(claim, rows)));
        if (away.get() != null) {
            throw away.get();
        }
        return found == 0 ? settings.interval() : Duration.ZERO;
    }

    /** @return null unless Redis is away; what was not sent then stays as it is */
    private @Nullable RuntimeException send(OutboxTable.Claim claim, List<OutboxTable.Row> rows) throws SQLException {
        List<OutboxTable.Row> readable = new ArrayList<>();
        List<CheckedRequest> requests = new ArrayList<>();
        for (OutboxTable.Row row : rows) {
            try {
                requests.add(table.read(row));
                readable.add(row);
            } catch (RuntimeException unreadable) {
                putOff(claim, row, unreadable);
            }
        }
        List<SubmitOutcome> outcomes = sender.apply(requests);
        List<OutboxTable.Row> sent = new ArrayList<>();
        @Nullable
        RuntimeException last = null;
        for (int i = 0; i < outcomes.size(); i++) {
            RuntimeException refusal = outcomes.get(i).refusal();
            if (refusal == null) {
                sent.add(readable.get(i));
            } else if (refusal != last) { // else it was not tried, because of the one before
                last = refusal;
                if (!isAway(refusal)) {
                    putOff(claim, readable.get(i), refusal);
                }
            }
        }
        claim.delete(sent);
        return last != null && isAway(last) ? last : null;
    }

    private static boolean isAway(RuntimeException refusal) {
        return refusal instanceof RedisUnavailableException || refusal instanceof RedisFullException;
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
