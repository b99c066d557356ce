package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.QueueControl;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every queue once a second, with one cheap command each, and sends alerts: one per cause over all instances,
 * and one more when the cause is gone. What is to be sent is kept in Redis until it is sent, so no message is lost if
 * an instance dies.
 */
public final class AlertMonitor {

    private static final Logger log = LoggerFactory.getLogger(AlertMonitor.class);

    /** Beyond this many of one queue only open alerts are kept: a channel that is down must not fill Redis. */
    private static final int MAX_KEPT = 100;

    private final List<Queue> queues;
    private final Map<QueueName, QueueAlerts> byQueue = new HashMap<>();
    private final List<AlertSender> senders;
    private final Consumer<QueueStatus> seen;
    private final Loop loop;

    public AlertMonitor(Collection<Queue> queues, List<AlertChannel> channels, Duration interval) {
        this(queues, channels, interval, status -> {});
    }

    /** @param seen told how each queue stands, with every look; must not block */
    public AlertMonitor(
            Collection<Queue> queues, List<AlertChannel> channels, Duration interval, Consumer<QueueStatus> seen) {
        this.seen = seen;
        this.queues = List.copyOf(queues);
        this.senders = channels.stream().map(AlertSender::new).toList();
        List<String> names = senders.stream().map(AlertSender::name).toList();
        this.queues.forEach(queue -> byQueue.put(queue.name(), new QueueAlerts(queue, names)));
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
        List<QueueStatus> statuses = QueueControl.surveys(queues);
        statuses.forEach(seen);
        List<Map<String, AlertRecord>> known = statuses.stream()
                .map(status -> byQueue.get(status.queue()).read(status.alerts()))
                .toList();
        Map<String, Integer> reporters = reporters(statuses, known);
        @Nullable
        RuntimeException failure = null;
        for (int i = 0; i < queues.size(); i++) {
            int position = i;
            try {
                check(queues.get(i), statuses.get(i), known.get(i), lost -> reporters.get(lost.id()) == position);
            } catch (RuntimeException failed) {
                failure = failed; // the other queues are checked all the same
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Which queue reports a lost instance: the one that has already done so, else the first that misses it. */
    private static Map<String, Integer> reporters(List<QueueStatus> statuses, List<Map<String, AlertRecord>> known) {
        Map<String, Integer> reporters = new HashMap<>();
        for (int i = 0; i < statuses.size(); i++) {
            for (Instance lost : statuses.get(i).instances().lost()) {
                boolean isReported = known.get(i).containsKey(AlertCause.id(AlertType.INSTANCE_LOST, lost.id()));
                if (isReported || !reporters.containsKey(lost.id())) {
                    reporters.put(lost.id(), i);
                }
            }
        }
        return reporters;
    }

    private void check(
            Queue queue, QueueStatus status, Map<String, AlertRecord> known, Predicate<Instance> mayReport) {
        QueueAlerts alerts = byQueue.get(queue.name());
        List<AlertCause> causes = AlertRules.causes(queue, status, known.keySet(), mayReport);
        List<AlertRecord> toSend = new ArrayList<>();
        for (AlertCause cause : causes) {
            if (!known.containsKey(cause.id())) {
                alerts.raise(cause, status.at()).ifPresent(toSend::add);
            }
        }
        Set<String> present = causes.stream().map(AlertCause::id).collect(Collectors.toSet());
        known.forEach((cause, record) -> {
            if (present.contains(cause) || record.alert().isResolved()) {
                toSend.add(record);
            } else {
                alerts.resolve(record, status.at()).ifPresent(toSend::add);
            }
        });
        boolean crowded = known.size() > MAX_KEPT;
        for (AlertRecord record : toSend) {
            if (record.isStale(status.at()) || (crowded && record.alert().isResolved())) {
                giveUp(alerts, record);
            } else {
                send(alerts, record, status.at());
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
