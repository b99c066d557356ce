package io.bulkaction.internal.operate.recur;

import io.bulkaction.BulkActionService;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.operate.recur.RecurringRecords.Stored;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.settings.RecurringSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** What people see of recurring bulk actions and do to them. Recorded in the audit trail. Works without an engine. */
public final class RecurringActions {

    /** Of one queue. */
    static final int MAX_ACTIONS = 200;

    private static final int MAX_TRIES = 50;
    private static final int LONGEST_REASON = 1_000;

    private final Queues queues;
    private final Map<QueueName, Map<String, RecurringAction>> configured;
    private final BulkActionService service;
    private final JobSources sources;
    private final RecurringRules rules;
    private final Audit audit;

    /** @param settings what the settings of this instance have, by name */
    public RecurringActions(
            Queues queues,
            Map<String, RecurringSettings> settings,
            BulkActionService service,
            JobSources sources,
            DataSize maxPayload,
            Audit audit) {
        this.queues = queues;
        this.service = service;
        this.sources = sources;
        this.rules = new RecurringRules(service, sources, maxPayload);
        this.audit = audit;
        this.configured = Configured.read(settings, queues::get, rules);
    }

    /** What runs them where there are workers. */
    public Ticker ticker(GroupService groups, Function<QueueName, QueueMetrics> metrics) {
        return new Ticker(RecurringRecords.of(queues.all()), Configured.of(configured, audit), groups::progress,
                new TickSubmit(service, sources), metrics, Ticker.Timing.NORMAL);
    }

    /** The same for tests, on the thread and the clock of the test. */
    public SteppedTicker stepped(GroupService groups, Function<QueueName, QueueMetrics> metrics) {
        return new SteppedTicker(() -> new Ticker(
                RecurringRecords.of(queues.all()), Configured.of(configured, audit), groups::progress,
                new TickSubmit(service, sources), metrics, Ticker.Timing.NORMAL, Runnable::run));
    }

    /** By name. */
    public List<RecurringView> all(QueueName queue) {
        RecurringRecords records = RecurringRecords.of(queues.get(queue));
        Map<String, Stored> all = records.all();
        Instant now = all.isEmpty() ? Instant.EPOCH : records.now();
        return all.values().stream().filter(stored -> !stored.state().wasRemoved())
                .map(stored -> RecurringView.of(queue, stored, now)).toList();
    }

    public RecurringView get(QueueName queue, String name) {
        RecurringRecords records = RecurringRecords.of(queues.get(queue));
        Stored found = find(records, name).orElseThrow(unknown(name, queue));
        return RecurringView.of(queue, found, records.now());
    }

    /** What is wrong with those of a queue. */
    public static List<Trouble> troubles(Queue queue) {
        RecurringRecords records = RecurringRecords.of(queue);
        Map<String, Stored> all = records.all();
        if (all.isEmpty()) {
            return List.of();
        }
        Instant now = records.now();
        return all.values().stream().filter(stored -> !stored.state().wasRemoved())
                .flatMap(stored -> Trouble.of(stored, now).stream()).toList();
    }

    /** Creates it, or gives an existing one another definition. Ticks that are under way end as they began. */
    public RecurringView put(QueueName queue, RecurringAction action, Actor by) {
        return audit.carryOut(
                queue, by, "set recurring", action.name(),
                () -> stored(queue, action),
                done -> new AuditResult(true, action.words()));
    }

    private RecurringView stored(QueueName queue, RecurringAction action) {
        RecurringRecords records = RecurringRecords.of(queues.get(queue));
        rules.check(queue, action);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Instant now = records.now();
            long next = new TickPlan(action, now).following();
            Optional<Stored> known = records.find(action.name());
            known.ifPresent(found -> requireNotConfigured(queue, found.action()));
            if (known.isEmpty() && records.count() >= MAX_ACTIONS) {
                throw Refusal.TOO_MANY_RECURRING.with(MAX_ACTIONS, queue);
            }
            if (known.isEmpty() ? records.create(action, RecurringState.startingAt(next))
                    : records.replace(known.get(), action, Ticker.changed(known.get(), action, next))) {
                return get(queue, action.name());
            }
        }
        throw Refusal.RECURRING_BUSY.with(action.name());
    }

    /** Runs that have begun continue, and get the jobs that are missing. */
    public void delete(QueueName queue, String name, Actor by) {
        audit.carryOut(
                queue, by, "delete recurring", name,
                () -> change(queue, name, (records, stored) -> {
                    requireNotConfigured(queue, stored.action());
                    RecurringState left = stored.state().deleted();
                    return left.hasNothingLeft() ? records.remove(stored)
                            : records.replace(stored, stored.action(), left);
                }),
                done -> new AuditResult(true, ""));
    }

    /** Ticks pass without a run until it is resumed. @return false if it was paused already */
    public boolean pause(QueueName queue, String name, @Nullable String reason, Actor by) {
        String why = reason == null || reason.isBlank() ? "MANUAL_PAUSE" : bounded(reason);
        return audit.carryOut(
                queue, by, "pause recurring", name,
                () -> update(queue, name, (records, stored) -> stored.state().pause() != null ? null
                        : stored.state()
                                .paused(new RecurringState.Pause(records.now().toEpochMilli(), why, by.name()))),
                changed -> new AuditResult(changed, why));
    }

    /** Ticks that passed meanwhile are not made up for. @return false if it was not paused */
    public boolean resume(QueueName queue, String name, Actor by) {
        return audit.carryOut(
                queue, by, "resume recurring", name,
                () -> update(queue, name, (records, stored) -> stored.state().pause() == null ? null
                        : stored.state().resumed()
                                .nextAt(new TickPlan(stored.action(), records.now()).following())),
                changed -> new AuditResult(changed, ""));
    }

    /** Runs it at once, also while it is paused. @return the group of the run */
    public String run(QueueName queue, String name, Actor by) {
        List<Tick> asked = new ArrayList<>();
        return audit.carryOut(
                queue, by, "run recurring", name,
                () -> {
                    update(queue, name, (records, stored) -> {
                        RecurringState next = new TickPlan(stored.action(), records.now()).asked(stored.state())
                                .orElseThrow(() -> Refusal.RECURRING_BUSY.with(name));
                        asked.add(next.open().getLast());
                        return next;
                    });
                    return asked.getLast().group();
                },
                group -> new AuditResult(true, group));
    }

    /** One that is deleted is there only for the sake of its runs. */
    private static Optional<Stored> find(RecurringRecords records, String name) {
        return records.find(name).filter(stored -> !stored.state().wasRemoved());
    }

    private interface Change {
        @Nullable
        RecurringState of(RecurringRecords records, Stored stored);
    }

    private interface Attempt {
        boolean made(RecurringRecords records, Stored stored);
    }

    private boolean update(QueueName queue, String name, Change change) {
        boolean[] changed = {true};
        change(queue, name, (records, stored) -> {
            RecurringState next = change.of(records, stored);
            changed[0] = next != null;
            return next == null || records.replace(stored, stored.action(), next);
        });
        return changed[0];
    }

    private boolean change(QueueName queue, String name, Attempt attempt) {
        RecurringRecords records = RecurringRecords.of(queues.get(queue));
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            if (attempt.made(records, find(records, name).orElseThrow(unknown(name, queue)))) {
                return true;
            }
        }
        throw Refusal.RECURRING_BUSY.with(name);
    }

    /** One that is left over from earlier settings can be removed. */
    private void requireNotConfigured(QueueName queue, RecurringAction action) {
        if (action.isFromSettings() && configured.getOrDefault(queue, Map.of()).containsKey(action.name())) {
            throw Refusal.RECURRING_IN_SETTINGS.with(action.name());
        }
    }

    private static String bounded(String reason) {
        if (reason.length() > LONGEST_REASON) {
            throw Refusal.REASON_TOO_LONG.with(LONGEST_REASON);
        }
        return reason.strip();
    }

    private static Supplier<RefusedException> unknown(String name, QueueName queue) {
        return () -> Refusal.UNKNOWN_RECURRING.with(name, queue);
    }
}
