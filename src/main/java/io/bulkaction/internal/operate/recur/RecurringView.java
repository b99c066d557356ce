package io.bulkaction.internal.operate.recur;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.recur.RecurringRecords.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A recurring bulk action as people see it.
 *
 * @param upcoming its next ticks
 */
public record RecurringView(
        QueueName queue, RecurringAction action, RecurringState state, List<Instant> upcoming,
        @Nullable Trouble trouble) {

    private static final int SHOWN = 10;

    static RecurringView of(QueueName queue, Stored stored, Instant now) {
        RecurringState state = stored.state();
        List<Instant> upcoming = new ArrayList<>();
        Optional<Instant> tick = state.next() == 0 ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(state.next()));
        while (tick.isPresent() && upcoming.size() < SHOWN) {
            upcoming.add(tick.get());
            tick = stored.action().schedule().next(tick.get());
        }
        return new RecurringView(
                queue, stored.action(), state, state.pause() == null ? upcoming : List.of(),
                Trouble.of(stored, now).orElse(null));
    }
}
