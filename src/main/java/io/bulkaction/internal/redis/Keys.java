package io.bulkaction.internal.redis;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The keys of one partition of a queue, with its prefix; what each is for is said in {@link Key}. All share the hash tag of
 * the partition, so every script works on a cluster.
 */
public final class Keys {

    private final String prefix;
    private final String oldPrefix;

    /** Of a queue of one partition. */
    public Keys(String keyPrefix, QueueName queue) {
        this(keyPrefix, queue, PartitionTags.of(queue, 1).getFirst());
    }

    private Keys(String keyPrefix, QueueName queue, String tag) {
        this.prefix = keyPrefix + ":{" + tag + "}:";
        this.oldPrefix = keyPrefix + ":{" + queue + "}:";
    }

    /** Where the tokens of a queue with several partitions are counted. */
    public static Keys ledgerOf(String keyPrefix, QueueName queue) {
        return new Keys(keyPrefix, queue, queue + ":ledger");
    }

    /** Where the tokens of a limiter are counted that several queues may share. */
    public static Keys limiter(String keyPrefix, QueueName queue, String limiter) {
        return new Keys(keyPrefix, queue, "limiter:" + limiter);
    }

    /** What an account has over all queues. */
    public static Keys ofAccount(String keyPrefix, QueueName queue, String account) {
        return new Keys(keyPrefix, queue, "account:" + account);
    }

    /** The keys of each partition of a queue. */
    public static List<Keys> of(String keyPrefix, QueueName queue, int partitions) {
        return PartitionTags.of(queue, partitions).stream().map(tag -> new Keys(keyPrefix, queue, tag)).toList();
    }

    /** What every key of the partition starts with; scripts build the keys of groups and jobs from it. */
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

    /** Without the prefix. */
    public static String allDeadLetters() {
        return Key.DEAD_LETTERS.text();
    }

    /** Those of one group, error code or processor; without the prefix. */
    public static String deadLettersBy(String field, String value) {
        return "dead-letters:" + field + ":" + value;
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

    /** Groups with scheduled jobs, by the time of the first. */
    public byte[] scheduled() {
        return key(Key.SCHEDULED);
    }

    /** Groups with jobs that expire, by the time of the first. */
    public byte[] expiring() {
        return key(Key.EXPIRING);
    }

    /** Groups that are held, by the time they may go on. */
    public byte[] held() {
        return key(Key.HELD);
    }

    public byte[] afterGroups() {
        return key(Key.AFTER_GROUPS);
    }

    public byte[] aggregating() {
        return key(Key.AGGREGATING);
    }

    public byte[] cancelling() {
        return key(Key.CANCELLING);
    }

    public byte[] cancellingJobs() {
        return key(Key.CANCELLING_JOBS);
    }

    public byte[] cancellingTenants() {
        return key(Key.CANCELLING_TENANTS);
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

    public byte[] groupNames() {
        return key(Key.GROUP_NAMES);
    }

    public byte[] labels() {
        return key(Key.LABELS);
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

    public byte[] announcedTypes() {
        return key(Key.ANNOUNCED_TYPES);
    }

    public byte[] unknownTypes() {
        return key(Key.UNKNOWN_TYPES);
    }

    /** @param trail there is one for each kind of entry */
    public byte[] audit(String trail) {
        return key(Key.AUDIT.with(trail));
    }

    public byte[] chart() {
        return key(Key.CHART);
    }

    public byte[] history() {
        return key(Key.HISTORY);
    }

    public byte[] marks() {
        return key(Key.MARKS);
    }

    public byte[] alerts() {
        return key(Key.ALERTS);
    }

    public byte[] recurring() {
        return key(Key.RECURRING);
    }

    public byte[] recurringStates() {
        return key(Key.RECURRING_STATES);
    }

    public byte[] recurringDue() {
        return key(Key.RECURRING_DUE);
    }

    /** Of the queue default. */
    public byte[] sendingRules() {
        return key(Key.SENDING_RULES);
    }

    public byte[] sendingWindows() {
        return key(Key.SENDING_WINDOWS);
    }

    public byte[] sendingChanged() {
        return key(Key.SENDING_CHANGED);
    }

    public byte[] tokens() {
        return key(Key.TOKENS);
    }

    public byte[] tokenUses() {
        return key(Key.TOKEN_USES);
    }

    public byte[] sessions() {
        return key(Key.SESSIONS);
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

    /** Names the partitions that have new work, for whoever has idle workers. */
    public byte[] wakePartitions() {
        return key(Key.WAKE.with("partitions"));
    }

    public byte[] ledger() {
        return key(Key.LEDGER);
    }

    /** What an account has in the partition. */
    public byte[] account(String account) {
        return key(Key.ACCOUNT.with(account));
    }

    public byte[] accounts() {
        return key(Key.ACCOUNTS);
    }

    public byte[] quota() {
        return key(Key.QUOTA);
    }

    public byte[] reservations() {
        return key(Key.RESERVATIONS);
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

    /** @param part the end of a key of a group: meta, jobs, returned, scheduled, errors, results or result */
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
