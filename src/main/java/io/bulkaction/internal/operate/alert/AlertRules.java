package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.spi.AlertType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * When something is wrong. What swings around its limit is over only clearly below it, or each swing would be an alert
 * of its own.
 */
final class AlertRules {

    private static final double WAITING_OVER = 0.8;
    private static final double GROWTH_OVER = 0.5;

    private AlertRules() {}

    /**
     * @param open causes that have an alert already
     * @param mayReport of a lost instance: it works on many queues, and one of them is to tell
     */
    static List<Trouble> holding(Queue queue, QueueStatus status, Set<String> open, Predicate<Instance> mayReport) {
        List<Trouble> troubles = new ArrayList<>();
        status.pause().ifPresent(pause -> pauses(queue, status, pause, troubles));
        amounts(queue, status, open, troubles);
        status.instances().lost().stream()
                .filter(mayReport)
                .map(lost -> new Trouble(AlertType.INSTANCE_LOST, lost.id(), () -> Stories.lost(queue, lost)))
                .forEach(troubles::add);
        return troubles;
    }

    private static void pauses(Queue queue, QueueStatus status, QueueStatus.Pause pause, List<Trouble> troubles) {
        String which = Long.toString(pause.since().toEpochMilli());
        pause.failedJob().ifPresent(job -> troubles.add(new Trouble(
                AlertType.QUEUE_PAUSED_ON_FAILURE, which, () -> Stories.pausedOnFailure(queue, status, pause, job))));
        if (pause.since().isBefore(status.at().minus(queue.settings().alerts().pausedLongerThan()))) {
            troubles.add(new Trouble(
                    AlertType.QUEUE_PAUSED_LONG_TIME, which, () -> Stories.pausedLong(queue, status, pause)));
        }
    }

    private static void amounts(Queue queue, QueueStatus status, Set<String> open, List<Trouble> troubles) {
        QueueSettings.Alerts limits = queue.settings().alerts();
        if (exceeds(status.waiting(), limits.waitingExceeds(), WAITING_OVER, open, AlertType.QUEUE_WAITING_EXCEEDED)) {
            troubles.add(new Trouble(
                    AlertType.QUEUE_WAITING_EXCEEDED, "", () -> Stories.waiting(queue, status)));
        }
        Duration within = limits.deadLettersWithin();
        if (exceeds(
                status.recentDeadLetters(),
                limits.deadLettersExceed(),
                GROWTH_OVER,
                open,
                AlertType.DEAD_LETTERS_GROWING)) {
            troubles.add(new Trouble(
                    AlertType.DEAD_LETTERS_GROWING, "", () -> Stories.growing(queue, status, within)));
        }
    }

    private static boolean exceeds(long value, long limit, double over, Set<String> open, AlertType type) {
        return limit > 0 && value > (open.contains(type.name()) ? Math.floor(limit * over) : limit);
    }
}
