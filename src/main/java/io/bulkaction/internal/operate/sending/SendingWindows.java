package io.bulkaction.internal.operate.sending;

import io.bulkaction.GroupLimits;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.QueueName;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.operate.sending.SendingRecords.Stored;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.SendingWindowSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending windows of all queues: those of the settings, those that people made at run time, and presets once they are used.
 * Changes are recorded in the audit trail of the queue {@code default}. Works without an engine.
 */
public final class SendingWindows {

    /** Every partition has all of them. */
    static final int MAX_WINDOWS = 100;

    private static final QueueName HOME = BulkActionSettings.DEFAULT_QUEUE;
    private static final int MAX_TRIES = 50;

    private final Queues queues;
    private final Map<String, SendingWindow> configured = new TreeMap<>();
    private final SendingRecords records;
    private final Audit audit;
    private final Set<String> registered = new HashSet<>();

    /** @param settings what the settings of this instance have, by name */
    public SendingWindows(Queues queues, Map<String, SendingWindowSettings> settings, Audit audit) {
        this.queues = queues;
        this.audit = audit;
        this.records = new SendingRecords(home());
        settings.forEach((name, each) -> {
            try {
                SendingWindow window = SendingWindow.of(name, each);
                SendingRules.check(window);
                configured.put(name, window);
            } catch (RuntimeException invalid) {
                throw new IllegalStateException("bulk-action.windows." + name + ": " + invalid.getMessage(), invalid);
            }
        });
        queues.all().forEach(queue -> requireConfigured(queue.name(), queue.settings().sendingWindow()));
    }

    private void requireConfigured(QueueName queue, @Nullable String name) {
        if (name != null && own(name).isEmpty()) {
            throw new IllegalStateException("bulk-action.queues." + queue + ".sending-window: '" + name
                    + "' is neither one of bulk-action.windows nor a preset; there are: "
                    + String.join(", ", configured.keySet()) + " " + SendingWindow.PRESETS.getFirst().name());
        }
    }

    /** What keeps the partitions of the queues that this instance works on informed. */
    public WindowKeeper keeper(Collection<Queue> worked) {
        return new WindowKeeper(worked, this);
    }

    /** By name; presets that nobody uses are left out. */
    Map<String, SendingWindow> byName() {
        return records.all();
    }

    /** Those of the settings count from the start of this instance on; to be called until Redis has answered. */
    synchronized void register() {
        Set<String> wanted = new TreeSet<>(configured.keySet());
        queues.all().stream().map(queue -> queue.settings().sendingWindow()).filter(Objects::nonNull)
                .forEach(wanted::add);
        wanted.stream().filter(name -> !registered.contains(name)).forEach(name -> {
            if (registered(own(name).orElseThrow())) {
                registered.add(name);
            }
        });
    }

    /** False if another instance changed it at the same time. */
    private boolean registered(SendingWindow window) {
        Optional<Stored> known = records.find(window.name());
        if (known.filter(stored -> stored.window().equals(window)).isPresent()) {
            return true;
        }
        boolean isDone = records.replace(known.orElse(null), window);
        if (isDone && !window.isFixed()) {
            audit.note(HOME, Actor.SERVICE, "set sending window", window.name(), Audit.Outcome.DONE,
                    "from settings: " + window.words());
        }
        return isDone;
    }

    /**
     * To be asked before a name is given to anything.
     *
     * @throws InvalidSubmissionException when there is no such window
     */
    public void require(@Nullable String name) {
        if (name == null || name.equals(GroupLimits.NO_WINDOW) || isKnown(name)) {
            return;
        }
        Set<String> known = new TreeSet<>(records.all().keySet());
        known.addAll(configured.keySet());
        SendingWindow.PRESETS.forEach(preset -> known.add(preset.name()));
        throw new InvalidSubmissionException(
                "sendingWindow '" + name + "' is unknown", "; known are: " + String.join(", ", known));
    }

    /** One that this instance knows by itself is there from then on. */
    private boolean isKnown(String name) {
        Optional<SendingWindow> own = own(name);
        try {
            if (records.find(name).isPresent()) {
                return true;
            }
            own.ifPresent(window -> {
                registered(window);
                apply(window);
            });
        } catch (RedisUnavailableException away) {
            return true; // why: what a transaction submits is checked while Redis may be away, and sent later
        }
        return own.isPresent();
    }

    private Optional<SendingWindow> own(String name) {
        return Optional.ofNullable(configured.get(name)).or(() -> SendingWindow.preset(name));
    }

    /** By name, presets included. */
    public List<SendingWindowView> all() {
        Map<String, SendingWindow> all = new TreeMap<>();
        SendingWindow.PRESETS.forEach(preset -> all.put(preset.name(), preset));
        all.putAll(records.all());
        Map<String, List<QueueName>> users = queuesByWindow();
        Instant now = now();
        return all.values().stream()
                .map(each -> SendingWindowView.of(each, now, users.getOrDefault(each.name(), List.of())))
                .toList();
    }

    public SendingWindowView get(String name) {
        return all().stream().filter(each -> each.window().name().equals(name)).findAny().orElseThrow(unknown(name));
    }

    /** Creates it, or gives an existing one other hours, at once and for all that keep to it. */
    public SendingWindowView put(SendingWindow window, Actor by) {
        return audit.carryOut(
                HOME, by, "set sending window", window.name(),
                () -> stored(window),
                done -> new AuditResult(true, window.words()));
    }

    private SendingWindowView stored(SendingWindow window) {
        SendingRules.check(window);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Stored> known = records.find(window.name());
            requireChangeable(window.name(), known);
            if (known.isEmpty() && records.all().size() >= MAX_WINDOWS) {
                throw Refusal.TOO_MANY_SENDING_WINDOWS.with(MAX_WINDOWS);
            }
            if (records.replace(known.orElse(null), window)) {
                apply(window);
                return get(window.name());
            }
        }
        throw Refusal.SENDING_WINDOW_BUSY.with(window.name());
    }

    /** Only one that nothing keeps to: what names a window that is not there starts nothing. */
    public void delete(String name, Actor by) {
        audit.carryOut(
                HOME, by, "delete sending window", name,
                () -> {
                    Stored known = records.find(name).orElseThrow(unknown(name));
                    requireChangeable(name, Optional.of(known));
                    new WindowUsers(queues).of(name).ifPresent(user -> {
                        throw Refusal.SENDING_WINDOW_IN_USE.with(name, user);
                    });
                    return records.remove(known);
                },
                done -> new AuditResult(done, ""));
    }

    private void requireChangeable(String name, Optional<Stored> known) {
        boolean isFixed = configured.containsKey(name) || SendingWindow.preset(name).isPresent()
                || known.filter(stored -> stored.window().isFixed()).isPresent();
        if (isFixed) {
            throw Refusal.SENDING_WINDOW_FIXED.with(name);
        }
    }

    /** What cannot be reached now, the instances that work on it do within seconds. */
    private void apply(SendingWindow window) {
        for (Queue queue : queues.all()) {
            for (RedisQueue redis : queue.redis()) {
                try {
                    new Timetables(redis).write(
                            window.name(), Timetable.of(window, Instant.ofEpochMilli(redis.millis())).text());
                } catch (RedisUnavailableException away) {
                    // why: it may be another node's turn to be away
                }
            }
            queue.signals().workEverywhere();
        }
    }

    private Map<String, List<QueueName>> queuesByWindow() {
        Map<String, List<QueueName>> users = new TreeMap<>();
        QueueControl.surveys(queues.all()).forEach(status -> Optional
                .ofNullable(status.limits().sendingWindowOr(queues.get(status.queue()).settings()))
                .ifPresent(name -> users.computeIfAbsent(name, any -> new ArrayList<>()).add(status.queue())));
        return users;
    }

    private RedisQueue home() {
        return queues.get(HOME).home().redis();
    }

    private Instant now() {
        return Instant.ofEpochMilli(home().millis());
    }

    private static Supplier<RefusedException> unknown(String name) {
        return () -> Refusal.UNKNOWN_SENDING_WINDOW.with(name);
    }
}
