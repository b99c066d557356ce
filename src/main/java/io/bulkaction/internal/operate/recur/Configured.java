package io.bulkaction.internal.operate.recur;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.recur.RecurringRecords.Stored;
import io.bulkaction.internal.settings.RecurringSettings;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The recurring bulk actions that the settings of this instance have. They count from its start on. For one thread. */
final class Configured {

    private final Map<QueueName, Map<String, RecurringAction>> actions;
    private final BiConsumer<QueueName, RecurringAction> noted;
    private final Set<RecurringAction> registered = new HashSet<>();

    /**
     * @param actions by queue and name
     * @param noted told of each that this instance has registered
     */
    Configured(
            Map<QueueName, Map<String, RecurringAction>> actions, BiConsumer<QueueName, RecurringAction> noted) {
        this.actions = actions;
        this.noted = noted;
    }

    static Configured of(Map<QueueName, Map<String, RecurringAction>> actions, Audit audit) {
        return new Configured(actions, (queue, action) -> audit.note(
                queue, Actor.SERVICE, "set recurring", action.name(), Audit.Outcome.DONE,
                "from settings: " + action.words()));
    }

    /**
     * What the settings say, by queue and name.
     *
     * @param requireQueue throws for a queue that there is not
     */
    static Map<QueueName, Map<String, RecurringAction>> read(
            Map<String, RecurringSettings> settings, Consumer<QueueName> requireQueue, RecurringRules rules) {
        Map<QueueName, Map<String, RecurringAction>> actions = new TreeMap<>();
        settings.forEach((name, each) -> {
            RecurringAction action = RecurringAction.of(name, each);
            try {
                QueueName queue = new QueueName(each.queue());
                requireQueue.accept(queue);
                rules.check(queue, action);
                actions.computeIfAbsent(queue, any -> new TreeMap<>()).put(name, action);
            } catch (RuntimeException invalid) {
                throw new IllegalStateException("bulk-action.recurring." + name + ": " + invalid.getMessage(), invalid);
            }
        });
        return actions;
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
        if (known.filter(stored -> stored.action().equals(action) && !stored.state().wasRemoved()).isPresent()) {
            return true;
        }
        boolean isDone = known.isEmpty() ? records.create(action, RecurringState.startingAt(next))
                : records.replace(known.get(), action, Ticker.changed(known.get(), action, next));
        if (isDone) {
            noted.accept(queue, action);
        }
        return isDone;
    }

    private Map<String, RecurringAction> of(QueueName queue) {
        return actions.getOrDefault(queue, Map.of());
    }
}
