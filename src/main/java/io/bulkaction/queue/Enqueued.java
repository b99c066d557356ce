package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.queue.redis.Reply;

/**
 * What became of a batch.
 *
 * @param duplicates jobs that were there already and were left as they are
 * @param totalJobs jobs of the run so far
 * @param ended whether sealing ended the run at once, because all its jobs were done
 * @param changes what of the limits, the level, the priority or the callback of a group that was there is different now,
 *     in words; empty when nothing is
 */
public record Enqueued(long run, int accepted, int duplicates, long totalJobs, boolean ended, String changes) {

    static Enqueued of(GroupId group, Reply reply) {
        if (reply.text(0).equals("cancelling")) {
            throw new GroupCancellingException(group);
        }
        return new Enqueued(
                reply.number(0), reply.count(1), reply.count(2), reply.number(3), reply.number(4) == 1,
                reply.text(5));
    }
}
