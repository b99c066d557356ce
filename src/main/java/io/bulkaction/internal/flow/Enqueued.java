package io.bulkaction.internal.flow;

import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.redis.Reply;

/**
 * What became of a batch.
 *
 * @param duplicates jobs that were there already and were left as they are
 * @param totalJobs jobs of the run so far
 * @param ended whether sealing ended the run at once, because all its jobs were done
 * @param changes what of the limits, the level, the priority or the callback of a group that was there is different now,
 *     in words; empty when nothing is
 * @param opened groups that count for the account
 * @param totals of the account in this partition, as the script says them; empty when nobody's quota counts
 * @param bytes of the payloads that were accepted
 */
public record Enqueued(long run, int accepted, int duplicates, long totalJobs, boolean ended, String changes,
        int opened,
        String totals, long bytes) {

    public Enqueued(long run, int accepted, int duplicates, long totalJobs, boolean ended, String changes) {
        this(run, accepted, duplicates, totalJobs, ended, changes, 0, "", 0);
    }

    static Enqueued of(GroupId group, Reply reply) {
        if (reply.text("run").equals("cancelling")) {
            throw new GroupCancellingException(group);
        }
        switch (reply.text("run")) {
            case "owned" ->
                throw new GroupOwnedException(group, new GroupOwner(reply.text("accepted"), reply.text("duplicates")));
            case "repartitioned" -> throw new RedisUnavailableException(Reason.PARTITIONS_CHANGED,
                    new IllegalStateException(reply.text("accepted").isEmpty()
                            ? "the number of its partitions is being changed"
                            : "it has " + reply.text("accepted")
                                    + " partitions, and this process was started with others"));
            case "counted" -> throw new ReservationNeededException(reply.text("accepted"));
            case "late", "opening" -> throw new ReservationNeededException(null);
            default -> {
                // the number of the run
            }
        }
        return new Enqueued(
                reply.number("run"),
                reply.count("accepted"),
                reply.count("duplicates"),
                reply.number("total_jobs"),
                reply.flag("ended"),
                reply.text("changes"),
                reply.count("opened"),
                reply.text("totals"),
                reply.number("bytes"));
    }
}
