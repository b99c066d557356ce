package io.bulkaction.internal.operate.recur;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.recur.RecurringRecords.Stored;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The recurring bulk actions that the settings of this instance have. They count from its start on. For one thread. */
final class Configured {

    private final Map<QueueName, Map<String, RecurringAction>> actions;
    private final Audit audit;
    private final Set<RecurringAction> registered = new HashSet<>();

    /** @param actions by queue and name */
    Configured(Map<QueueName, Map<String, RecurringAction>> actions, Audit audit) {
        this.actions = actions;
        this.audit = audit;
    }

    /** Whether the settings say just that. */
    boolean has(QueueName queue, RecurringAction action) {
        return action.equals(of(queue).get(action.name()));
    }

    /** To be called until Redis has answered for each; what was registered once, others may change since. */
    void register(QueueName queue, RecurringRecords records) {
        of(queue).values().stream()
                .filter(action -> !registered.contains(action))
                .filter(action -> register(queue, records, action))
                .forEach(registered::add);
    }

    /** False if another instance changed it at the same time. */
    private boolean register(QueueName queue, RecurringRecords records, RecurringAction action) {
        long next = new TickPlan(action, records.now()).following();
        Optional<Stored> known = records.find(action.name());
        if (known.filter(stored -> stored.action().equals(action)).isPresent()) {
            return true;
        }
        boolean isDone = known.isEmpty() ? records.create(action, RecurringState.startingAt(next))
                : records.replace(known.get(), action, Ticker.changed(known.get(), action, next));
        if (isDone) {
            audit.note(queue, Actor.SERVICE, "set recurring", action.name(), Audit.Outcome.DONE,
                    "from settings: " + action.words());
        }
        return isDone;
    }

    private Map<String, RecurringAction> of(QueueName queue) {
        return actions.getOrDefault(queue, Map.of());
    }
}
