package io.bulkaction.internal.operate.alert;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.internal.explain.QueueJudge;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.QueueControl.Look;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.operate.recur.RecurringActions;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.spi.AlertType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * When something is wrong. An amount that exceeded its limit is fine again only when it is clearly below, or each swing
 * around the limit would be an alert of its own.
 */
final class AlertRules {

    private static final double WAITING_FINE_AT = 0.8;
    private static final double GROWTH_FINE_AT = 0.5;

    private AlertRules() {}

    /**
     * @param open causes that have an alert already
     * @param mayReport which lost instances this queue reports: an instance works on many queues, and one of them
     *     reports it
     */
    static List<AlertCause> causes(Queue queue, QueueStatus status, Set<String> open, Predicate<Instance> mayReport) {
        List<AlertCause> causes = new ArrayList<>();
        Explanation why = QueueJudge.judge(status, queue.settings());
        if (why.code() != Code.QUEUE_PAUSED && why.code() != Code.UNKNOWN_PROCESSOR && isStuck(why, status)) {
            causes.add(new AlertCause(AlertType.QUEUE_STUCK, why.code().name(), () -> AlertTexts.stuck(queue, why)));
        }
        status.unknownTypes().forEach((type, since) -> causes.add(new AlertCause(
                AlertType.UNKNOWN_PROCESSOR, type, () -> AlertTexts.unknownProcessor(queue, type, since))));
        status.pause().ifPresent(pause -> pauses(queue, status, pause, causes));
        if (why.code() != Code.SENDING_WINDOW) { // then what waits waits by plan
            waiting(queue, status, open, causes);
        }
        growing(queue, status, open, causes);
        RecurringActions.troubles(queue).stream()
                .map(trouble -> new AlertCause(
                        AlertType.RECURRING_FAILED, trouble.name(), () -> AlertTexts.recurring(queue, trouble)))
                .forEach(causes::add);
        status.instances().lost().stream()
                .filter(mayReport)
                .map(lost -> new AlertCause(AlertType.INSTANCE_LOST, lost.id(), () -> AlertTexts.lost(queue, lost)))
                .forEach(causes::add);
        return causes.stream().map(cause -> cause.because(why)).toList();
    }

    /** Partitions of a queue that cannot be reached. */
    static AlertCause away(Look look) {
        return new AlertCause(AlertType.REDIS_UNAVAILABLE, "", () -> AlertTexts.away(look));
    }

    /** Queues of which nothing can be kept in Redis. */
    static AlertCause away(List<Look> looks) {
        return new AlertCause(AlertType.REDIS_UNAVAILABLE, "", () -> AlertTexts.away(looks));
    }

    /** Before the first heartbeat nobody knows who is there: whoever checks is about to sign in. */
    private static boolean isStuck(Explanation why, QueueStatus status) {
        boolean isSignedIn = !status.instances().live().isEmpty() || !status.instances().lost().isEmpty();
        return QueueJudge.isStuck(why) && isSignedIn && status.lifetime().unfinished() > 0;
    }

    private static void pauses(Queue queue, QueueStatus status, QueueStatus.Pause pause, List<AlertCause> causes) {
        String which = Long.toString(pause.since().toEpochMilli());
        pause.failedJob().ifPresent(job -> causes.add(new AlertCause(
                AlertType.QUEUE_PAUSED_ON_FAILURE, which,
                () -> AlertTexts.pausedOnFailure(queue, status, pause, job))));
        if (pause.since().isBefore(status.at().minus(queue.settings().alerts().pausedLongerThan()))) {
            causes.add(new AlertCause(
                    AlertType.QUEUE_PAUSED_LONG_TIME, which, () -> AlertTexts.pausedLong(queue, status, pause)));
        }
    }

    /** What is held waits by plan and does not count, as far as there are not very many groups; that is asked only if it matters. */
    private static void waiting(Queue queue, QueueStatus status, Set<String> open, List<AlertCause> causes) {
        long limit = queue.settings().alerts().waitingExceeds();
        AlertType waiting = AlertType.QUEUE_WAITING_EXCEEDED;
        boolean isOpen = open.contains(waiting.name());
        if (exceeds(status.waiting(), limit, WAITING_FINE_AT, isOpen)
                && exceeds(status.waiting() - HeldJobs.of(queue), limit, WAITING_FINE_AT, isOpen)) {
            causes.add(new AlertCause(waiting, "", () -> AlertTexts.waiting(queue, status)));
        }
    }

    private static void growing(Queue queue, QueueStatus status, Set<String> open, List<AlertCause> causes) {
        QueueSettings.Alerts limits = queue.settings().alerts();
        AlertType growing = AlertType.DEAD_LETTERS_GROWING;
        if (exceeds(status.recentDeadLetters(), limits.deadLettersExceed(), GROWTH_FINE_AT,
                open.contains(growing.name()))) {
            causes.add(new AlertCause(growing, "", () -> AlertTexts.growing(queue, status)));
        }
    }

    private static boolean exceeds(long value, long limit, double fineAt, boolean isOpen) {
        return limit > 0 && value > (isOpen ? Math.floor(limit * fineAt) : limit);
    }
}
