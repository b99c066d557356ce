package io.bulkaction.internal.redis;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The keys of one queue. All share the hash tag of the queue's name, so every script works on a cluster. */
public final class Keys {

    private final String prefix;

    public Keys(String keyPrefix, QueueName queue) {
        this.prefix = keyPrefix + ":{" + queue + "}:";
    }

    /** What every key of the queue starts with; scripts build the keys of groups and jobs from it. */
    public String prefix() {
        return prefix;
    }

    public byte[] fairQueue(PriorityLevel level) {
        return key("fair-queue:" + level.name().toLowerCase(Locale.ROOT));
    }

    public byte[] ready() {
        return key("ready-queue");
    }

    /** Jobs whose claim was undone, in the order of their claims; they go before Ready. */
    public byte[] readyFront() {
        return key("ready-front");
    }

    public byte[] nonReady() {
        return key("non-ready-queue");
    }

    public byte[] inFlight() {
        return key("in-flight");
    }

    public byte[] deadLetters() {
        return key("dead-letter-queue");
    }

    public byte[] parked() {
        return key("parked-groups");
    }

    /** Groups without tokens of their own, by the time of the next one. */
    public byte[] rateLimited() {
        return key("rate-limited-groups");
    }

    public byte[] active() {
        return key("active-groups");
    }

    public byte[] aggregating() {
        return key("aggregating-groups");
    }

    public byte[] cancelling() {
        return key("cancelling-groups");
    }

    public byte[] finished() {
        return key("finished-groups");
    }

    /** Group to the time of its last enqueue, while its run waits to be sealed. */
    public byte[] unsealed() {
        return key("unsealed-groups");
    }

    /** Groups of one status by the time they came to it; every group is in exactly one of these. */
    public byte[] groups(GroupStatus status) {
        return key("groups:" + status);
    }

    /** Completion events that nobody has published yet, by due time. */
    public byte[] events() {
        return key("events");
    }

    /** Completion callbacks that nobody has delivered yet, by due time. */
    public byte[] callbacks() {
        return key("callbacks");
    }

    public byte[] congested() {
        return key("congested-groups");
    }

    public byte[] state() {
        return key("state");
    }

    public byte[] stats() {
        return key("stats");
    }

    /** Measures of the engine: the last serve's time and how fast jobs are claimed. */
    public byte[] pace() {
        return key("pace");
    }

    public byte[] instances() {
        return key("instances");
    }

    /** @param trail there is one for each kind of entry */
    public byte[] audit(String trail) {
        return key("audit:" + trail);
    }

    /** What is wrong at the moment: cause to record, over all instances. */
    public byte[] alerts() {
        return key("alerts");
    }

    /** What people have under way step by step, and the last things they did so. */
    public byte[] progress() {
        return key("progress");
    }

    public byte[] wakeFetcher() {
        return key("wake:fetcher");
    }

    public byte[] wakeDispatcher() {
        return key("wake:dispatcher");
    }

    public byte[] wakeWorker() {
        return key("wake:worker");
    }

    /** The claim of each job in flight, and of those that succeeded until their retention is over. */
    public byte[] claims() {
        return key("claims");
    }

    /** Ids of the jobs that succeeded, in the order they ended. */
    public byte[] completedOrder() {
        return key("completed-order");
    }

    public byte[] job(JobId id) {
        return key("job:" + id);
    }

    public byte[] jobAttempts(JobId id) {
        return key("job-attempts:" + id);
    }

    public byte[] congestion(GroupId group) {
        return key("congestion:" + group);
    }

    /** @param part meta, jobs, returned, durations, errors, results or result */
    public byte[] group(GroupId group, String part) {
        return key("group:" + group + ":" + part);
    }

    public byte[] key(String name) {
        return (prefix + name).getBytes(StandardCharsets.UTF_8);
    }
}
