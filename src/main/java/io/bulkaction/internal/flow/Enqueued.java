package io.bulkaction.internal.flow;

import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.Reply;

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
        if (reply.text("run").equals("cancelling")) {
            throw new GroupCancellingException(group);
        }
        return new Enqueued(
                reply.number("run"),
                reply.count("accepted"),
                reply.count("duplicates"),
                reply.number("total_jobs"),
                reply.flag("ended"),
                reply.text("changes"));
    }
}
