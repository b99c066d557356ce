package io.bulkaction.group;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.QueueName;

/**
 * A run has ended and has its result. Published as a Spring application event on one of the instances that run the
 * engine, one per ending of a run.
 *
 * <p>How "one" is kept: the event is noted in the same Redis script that stores the result, and the note is removed
 * after the listeners have returned. So it is never lost, whoever is killed when. It can come a second time in one case:
 * the process dies, or a listener takes longer than {@code Announcer.LEASE}, after the listeners began and before the
 * note was removed, which takes a round trip to Redis. No queue can close that gap without sharing a transaction with
 * what the listener does; a listener for which twice is too often keeps {@link #id()}, which is the same both times. A
 * listener that throws is logged and does not get the event again.
 *
 * @param id the same whenever this event is published, and of no other event
 */
public record GroupCompletedEvent(String id, GroupResult result) {

    static GroupCompletedEvent of(GroupResult result) {
        // why the time: a group that was forgotten counts its runs from 1 again
        long finished = result.finishedAt() == null ? 0 : result.finishedAt().toEpochMilli();
        return new GroupCompletedEvent(
                "%s/%s/%d/%d/%d".formatted(result.queue(), result.groupId(), result.run(), result.ending(), finished),
                result);
    }

    public QueueName queue() {
        return result.queue();
    }

    public GroupId groupId() {
        return result.groupId();
    }

    public long run() {
        return result.run();
    }

    public GroupStatus status() {
        return result.status();
    }
}
