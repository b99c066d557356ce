package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Each;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueControl.Look;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.spi.AlertChannel;
import io.bulkaction.spi.AlertType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every queue once a second, with one cheap command each, and sends alerts: one per cause over all instances,
 * and one more when the cause is gone. What is to be sent is kept in Redis until it is sent, so no message is lost if
 * an instance dies. What cannot be kept there, because it is away, each instance sends by itself.
 */
public final class AlertMonitor {

    private static final Logger log = LoggerFactory.getLogger(AlertMonitor.class);

    /** Beyond this many of one queue only open alerts are kept: a channel that is down must not fill Redis. */
    private static final int MAX_KEPT = 100;

    private final List<Queue> queues;
    private final Map<QueueName, QueueAlerts> byQueue = new HashMap<>();
    private final QueueAlerts local;
    private final Outages outages;
    private final List<AlertSender> senders;
    private final Consumer<QueueStatus> seen;
    private final Loop loop;

    public AlertMonitor(Collection<Queue> queues, List<AlertChannel> channels, Duration interval) {
        this(queues, channels, interval, status -> {});
    }

    /** @param seen told how each queue stands, with every look; must not block */
    public AlertMonitor(
            Collection<Queue> queues, List<AlertChannel> channels, Duration interval, Consumer<QueueStatus> seen) {
        this(queues, channels, interval, seen, System::nanoTime);
    }

    AlertMonitor(
            Collection<Queue> queues, List<AlertChannel> channels, Duration interval, Consumer<QueueStatus> seen,
            LongSupplier nanos) {
        this.seen = seen;
        this.queues = List.copyOf(queues);
        this.senders = channels.stream().map(AlertSender::new).toList();
        List<String> names = senders.stream().map(AlertSender::name).toList();
        this.queues.forEach(queue -> byQueue.put(
                queue.name(), new QueueAlerts(queue.name(), AlertRecords.of(queue), names)));
        this.local = new QueueAlerts(this.queues.getFirst().name(), new LocalAlertRecords(), names);
        this.outages = new Outages(nanos);
        this.loop = new Loop("alert-monitor", () -> {
            check();
            return interval;
        });
    }

    public void start() {
        senders.forEach(AlertSender::start);
        loop.start();
    }

    public void stop(Deadline deadline) {
        loop.requestStop();
        senders.forEach(AlertSender::requestStop);
        loop.stop(deadline);
        senders.forEach(sender -> sender.stop(deadline));
    }

    Loop loop() {
        return loop;
    }

    void check() {
        List<Look> looks = QueueControl.looks(queues);
        List<QueueStatus> statuses = looks.stream().flatMap(look -> look.status().stream()).toList();
        statuses.forEach(seen);
        Map<QueueName, Map<String, AlertRecord>> known = new HashMap<>();
        statuses.forEach(status -> known.put(status.queue(), byQueue.get(status.queue()).read(status.alerts())));
        Map<String, QueueName> reporters = reporters(statuses, known);
        List<Look> unreachable = new ArrayList<>();
        Each.of(looks, look -> {
            boolean isLong = outages.isLong(look);
            if (look.status().isPresent()) {
                check(look, known.get(look.queue().name()),
                        lost -> look.queue().name().equals(reporters.get(lost.id())));
            } else if (look.hasHome()) {
                QueueAlerts alerts = byQueue.get(look.queue().name());
                tell(alerts, alerts.read(), isLong ? List.of(AlertRules.away(look)) : List.of(),
                        Instant.ofEpochMilli(look.queue().home().redis().millis()), false);
            } else if (isLong) {
                unreachable.add(look);
            }
        });
        List<AlertCause> away = unreachable.isEmpty() ? List.of() : List.of(AlertRules.away(unreachable));
        tell(local, local.read(), away, Instant.now(), true);
    }

    /** Which queue reports a lost instance: the one that has already done so, else the first that misses it. */
    private static Map<String, QueueName> reporters(
            List<QueueStatus> statuses, Map<QueueName, Map<String, AlertRecord>> known) {
        Map<String, QueueName> reporters = new HashMap<>();
        for (QueueStatus status : statuses) {
            for (Instance lost : status.instances().lost()) {
                String cause = AlertCause.id(AlertType.INSTANCE_LOST, lost.id());
                if (known.get(status.queue()).containsKey(cause) || !reporters.containsKey(lost.id())) {
                    reporters.put(lost.id(), status.queue());
                }
            }
        }
        return reporters;
    }

    private void check(Look look, Map<String, AlertRecord> known, Predicate<Instance> mayReport) {
        QueueStatus status = look.status().orElseThrow();
        List<AlertCause> causes = AlertRules.causes(look.queue(), status, known.keySet(), mayReport);
        tell(byQueue.get(status.queue()), known, causes, status.at(), true);
    }

    /** @param areAll whether what is not among the causes is over; otherwise nobody can tell */
    private void tell(
            QueueAlerts alerts, Map<String, AlertRecord> known, List<AlertCause> causes, Instant now, boolean areAll) {
        List<AlertRecord> toSend = new ArrayList<>();
        for (AlertCause cause : causes) {
            if (!known.containsKey(cause.id())) {
                alerts.raise(cause, now).ifPresent(toSend::add);
            }
        }
        Set<String> present = causes.stream().map(AlertCause::id).collect(Collectors.toSet());
        known.forEach((cause, record) -> {
            if (!areAll || present.contains(cause) || record.alert().isResolved()) {
                toSend.add(record);
            } else {
                alerts.resolve(record, now).ifPresent(toSend::add);
            }
        });
        boolean crowded = known.size() > MAX_KEPT;
        for (AlertRecord record : toSend) {
            if (record.isStale(now) || (crowded && record.alert().isResolved())) {
                giveUp(alerts, record);
            } else {
                send(alerts, record, now);
            }
        }
    }

    private static void giveUp(QueueAlerts alerts, AlertRecord record) {
        AlertRecord silent = record;
        for (String channel : record.pending().keySet()) {
            silent = silent.delivered(channel);
        }
        if (alerts.replace(record, silent)) {
            log.warn("Gave up sending alert {} of queue {} by {}",
                    record.alert().type(), record.alert().queue(), record.pending().keySet());
        }
    }

    private void send(QueueAlerts alerts, AlertRecord record, Instant now) {
        AlertRecord latest = record;
        for (AlertSender sender : senders) {
            latest = take(alerts, latest, sender, now).orElse(latest);
        }
    }

    /** Empty if there is nothing to send by this channel, or if another instance has taken it. */
    private static Optional<AlertRecord> take(
            QueueAlerts alerts, AlertRecord record, AlertSender sender, Instant now) {
        AlertRecord.Delivery delivery = record.pending().get(sender.name());
        if (delivery == null || delivery.notBefore().isAfter(now) || !sender.hasRoom()) {
            return Optional.empty();
        }
        AlertRecord taken = record.taken(sender.name(), now.plus(AlertSender.LEASE));
        if (!alerts.replace(record, taken)) {
            return Optional.empty();
        }
        sender.add(new AlertSender.Outgoing(alerts, record.alert(), delivery.attempts() + 1, now, System.nanoTime()));
        return Optional.of(taken);
    }
}
