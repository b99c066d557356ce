package io.bulkaction;

/**
 * A run has ended and has its result. Published as a Spring application event on one of the instances that run workers:
 *
 * {@snippet class="com.example.invoicing.MonthLetter" region="listener" :
 * @EventListener
 * void send(GroupCompletedEvent ended) {
 *     sent.add("%s: %s, %s".formatted(
 *             ended.groupId(), ended.status(), ended.result().data().get("MAKE_INVOICE")));
 * }
 * }
 *
 * <p>A module that only submits gets no events. It asks {@link BulkActionService#result}, or names a callback URL.
 *
 * <p><b>Never lost, hardly ever twice.</b> The Redis script that stores the result also notes the event, and the note is
 * removed when the listeners have returned. An instance that dies before loses nothing: another one publishes the event.
 * It comes a second time if the process dies after the listeners have begun and before the note is removed, or if a listener
 * takes longer than 30 seconds. A listener that must not act twice remembers {@link #id}, which is the same both times.
 *
 * <p>A listener that throws is logged and does not get the event again. Listeners run one after the other on a thread of
 * the queue's own; a slow one delays the next events and callbacks, and no jobs.
 *
 * @param id the same whenever this event is published, and different from that of any other event
 * @param result what the run came to
 */
public record GroupCompletedEvent(String id, GroupResult result) {

    /** {@return the queue of the group} */
    public QueueName queue() {
        return result.queue();
    }

    /** {@return the group} */
    public GroupId groupId() {
        return result.groupId();
    }

    /** {@return the number of the run, 1 for the first of its group} */
    public long run() {
        return result.run();
    }

    /** {@return how the run ended: {@code COMPLETED}, {@code FAILED} or {@code CANCELLED}} */
    public GroupStatus status() {
        return result.status();
    }
}
