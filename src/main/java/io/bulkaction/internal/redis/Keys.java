package io.bulkaction.internal.redis;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The keys of one queue, with its prefix; what each is for is said in {@link Key}. All share the hash tag of the queue's
 * only partition, so every script works on a cluster.
 */
public final class Keys {

    private static final int PARTITION = 0;

    private final String prefix;
    private final String oldPrefix;

    public Keys(String keyPrefix, QueueName queue) {
        this.prefix = keyPrefix + ":{" + queue + ":" + PARTITION + "}:";
        this.oldPrefix = keyPrefix + ":{" + queue + "}:";
    }

    /** What every key of the queue starts with; scripts build the keys of groups and jobs from it. */
    public String prefix() {
        return prefix;
    }

    /** The same in the layout before partitions. */
    String oldPrefix() {
        return oldPrefix;
    }

    public byte[] fairQueue(PriorityLevel level) {
        return key(Key.FAIR_QUEUE.with(level.name().toLowerCase(Locale.ROOT)));
    }

    public byte[] ready() {
        return key(Key.READY);
    }

    /** Jobs whose claim was undone, in the order of their claims; they go before Ready. */
    public byte[] readyFront() {
        return key(Key.READY_FRONT);
    }

    public byte[] nonReady() {
        return key(Key.NON_READY);
    }

    public byte[] inFlight() {
        return key(Key.IN_FLIGHT);
    }

    public byte[] deadLetters() {
        return key(Key.DEAD_LETTERS);
    }

    public byte[] parked() {
        return key(Key.PARKED);
    }

    public byte[] limited() {
        return key(Key.LIMITED);
    }

    /** Groups and tenants without tokens of their own, by the time of the next one. */
    public byte[] rateLimited() {
        return key(Key.RATE_LIMITED);
    }

    public byte[] aggregating() {
        return key(Key.AGGREGATING);
    }

    public byte[] cancelling() {
        return key(Key.CANCELLING);
    }

    public byte[] finished() {
        return key(Key.FINISHED);
    }

    public byte[] unsealed() {
        return key(Key.UNSEALED);
    }

    /** Without the queue's prefix. */
    public static String groupsOf(GroupStatus status) {
        return Key.GROUPS_OF_STATUS.with(status.name());
    }

    public byte[] groups(GroupStatus status) {
        return key(groupsOf(status));
    }

    public byte[] events() {
        return key(Key.EVENTS);
    }

    public byte[] callbacks() {
        return key(Key.CALLBACKS);
    }

    public byte[] congested() {
        return key(Key.CONGESTED);
    }

    public byte[] state() {
        return key(Key.STATE);
    }

    public byte[] stats() {
        return key(Key.STATS);
    }

    public byte[] pace() {
        return key(Key.PACE);
    }

    public byte[] instances() {
        return key(Key.INSTANCES);
    }

    /** @param trail there is one for each kind of entry */
    public byte[] audit(String trail) {
        return key(Key.AUDIT.with(trail));
    }

    public byte[] alerts() {
        return key(Key.ALERTS);
    }

    public byte[] progress() {
        return key(Key.TASKS);
    }

    public byte[] wakeFetcher() {
        return key(Key.WAKE.with("fetcher"));
    }

    public byte[] wakeDispatcher() {
        return key(Key.WAKE.with("dispatcher"));
    }

    public byte[] wakeWorker() {
        return key(Key.WAKE.with("worker"));
    }

    public byte[] claims() {
        return key(Key.CLAIMS);
    }

    public byte[] completedOrder() {
        return key(Key.COMPLETED_ORDER);
    }

    public byte[] congestion(GroupId group) {
        return key(Key.CONGESTION.with(group.value()));
    }

    /** @param part the end of a key of a group: meta, jobs, returned, errors, results or result */
    public byte[] group(GroupId group, String part) {
        return key("group:" + group + ":" + part);
    }

    /** @param part the end of a key of a tenant: meta, groups, high, normal or low */
    public byte[] tenant(TenantId tenant, String part) {
        return key("tenant:" + tenant + ":" + part);
    }

    public byte[] tenants() {
        return key(Key.TENANTS);
    }

    public byte[] tenantGroups() {
        return key(Key.TENANT_COUNTS);
    }

    private byte[] key(Key key) {
        return key(key.text());
    }

    /** @param name without the prefix, as some key of the list has it */
    public byte[] key(String name) {
        return (prefix + name).getBytes(StandardCharsets.UTF_8);
    }
}
