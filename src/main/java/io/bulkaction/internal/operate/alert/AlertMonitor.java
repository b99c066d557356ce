package io.bulkaction.internal.operate.alert;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import io.bulkaction.spi.AlertType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every queue once a second, with one cheap command each, and tells people what is wrong: once per cause over
 * all instances, and once more when it is over. What is to be sent is kept in Redis until it is, so an instance that dies
 * in the middle takes no news with it.
 */
public final class AlertMonitor {

    private static final Logger log = LoggerFactory.getLogger(AlertMonitor.class);

    /** More than this of one queue are kept only while they are open: a channel that is away must not fill Redis. */
    private static final int MOST_KEPT = 100;

    private final List<Queue> queues;
    private final Map<QueueName, AlertDesk> desks = new HashMap<>();
    private final List<Courier> couriers;
    private final Loop loop;

    public AlertMonitor(Queues queues, List<AlertChannel> channels, Duration interval) {
        this.queues = List.copyOf(queues.all());
        this.couriers = channels.stream().map(Courier::new).toList();
        List<String> names = couriers.stream().map(Courier::name).toList();
        this.queues.forEach(queue -> desks.put(queue.name(), new AlertDesk(queue, names)));
        this.loop = new Loop("alert-monitor", () -> {
            check();
            return interval;
        });
    }

    public void start() {
        couriers.forEach(Courier::start);
        loop.start();
    }

    public void stop(Deadline deadline) {
        loop.requestStop();
        couriers.forEach(Courier::requestStop);
        loop.stop(deadline);
        couriers.forEach(courier -> courier.stop(deadline));
    }

    /** For health. */
    public Loop loop() {
        return loop;
    }

    /** What is wrong right now, over all instances. */
    public List<Alert> open(QueueName name) {
        return desks.get(name).open();
    }

    void check() {
        List<QueueStatus> statuses = QueueControl.surveys(queues);
        List<Map<String, AlertRecord>> known = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            known.add(desks.get(queues.get(i).name()).read(statuses.get(i).alerts()));
        }
        Map<String, Integer> reporters = reporters(statuses, known);
        @Nullable
        RuntimeException failure = null;
        for (int i = 0; i < queues.size(); i++) {
            int position = i;
            try {
                check(queues.get(i), statuses.get(i), known.get(i), lost -> reporters.get(lost.id()) == position);
            } catch (RuntimeException failed) {
                failure = failed; // the other queues are looked at all the same
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Which queue tells of a lost instance: the one that did already, else the first that misses it. */
    private static Map<String, Integer> reporters(List<QueueStatus> statuses, List<Map<String, AlertRecord>> known) {
        Map<String, Integer> reporters = new HashMap<>();
        for (int i = 0; i < statuses.size(); i++) {
            for (Instance lost : statuses.get(i).instances().lost()) {
                boolean told = known.get(i).containsKey(AlertType.INSTANCE_LOST + ":" + lost.id());
                if (told || !reporters.containsKey(lost.id())) {
                    reporters.put(lost.id(), i);
                }
            }
        }
        return reporters;
    }

    private void check(
            Queue queue, QueueStatus status, Map<String, AlertRecord> known, Predicate<Instance> mayReport) {
        AlertDesk desk = desks.get(queue.name());
        List<Trouble> holding = AlertRules.holding(queue, status, known.keySet(), mayReport);
        Set<String> causes = holding.stream().map(Trouble::cause).collect(Collectors.toSet());
        List<AlertRecord> toSend = new ArrayList<>();
        for (Trouble trouble : holding) {
            if (!known.containsKey(trouble.cause())) {
                desk.raise(trouble, status.at()).ifPresent(toSend::add);
            }
        }
        known.forEach((cause, record) -> {
            if (causes.contains(cause) || record.alert().isResolved()) {
                toSend.add(record);
            } else {
                desk.resolve(record, status.at()).ifPresent(toSend::add);
            }
        });
        boolean crowded = known.size() > MOST_KEPT;
        for (AlertRecord record : toSend) {
            if (record.isStale(status.at()) || (crowded && record.alert().isResolved())) {
                giveUp(desk, record);
            } else {
                send(desk, record, status.at());
            }
        }
    }

    private static void giveUp(AlertDesk desk, AlertRecord record) {
        AlertRecord silent = record;
        for (String channel : record.pending().keySet()) {
            silent = silent.delivered(channel);
        }
        if (desk.replace(record, silent)) {
            log.warn("Gave up telling {} of alert {} of queue {}",
                    record.pending().keySet(), record.alert().type(), record.alert().queue());
        }
    }

    private void send(AlertDesk desk, AlertRecord record, Instant now) {
        AlertRecord latest = record;
        for (Courier courier : couriers) {
            Optional<AlertRecord> taken = take(desk, latest, courier, now);
            latest = taken.orElse(latest);
        }
    }

    /** Empty when there is nothing to do for this courier, or another instance took it on. */
    private static Optional<AlertRecord> take(AlertDesk desk, AlertRecord record, Courier courier, Instant now) {
        AlertRecord.Delivery delivery = record.pending().get(courier.name());
        if (delivery == null || delivery.notBefore().isAfter(now) || !courier.hasRoom()) {
            return Optional.empty();
        }
        AlertRecord taken = record.takenOn(courier.name(), now.plus(Courier.LEASE));
        if (!desk.replace(record, taken)) {
            return Optional.empty();
        }
        courier.take(new Courier.Parcel(desk, record.alert(), delivery.attempts() + 1, now, System.nanoTime()));
        return Optional.of(taken);
    }
}
