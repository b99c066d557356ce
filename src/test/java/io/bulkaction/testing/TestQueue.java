package io.bulkaction.testing;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.FairQueue;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Ledger;
import io.bulkaction.internal.flow.NonReadyQueue;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.ReadyQueue;
import io.bulkaction.internal.flow.Watch;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.internal.settings.QueueSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue of its own on the shared test Redis. Time stands still at {@link #START} until {@link #advance} moves it, so
 * windows, leases and scores are exact; {@link #live} leaves the clock to Redis.
 */
public final class TestQueue {

    public static final long START = 1_800_000_000_000L;

    /** Of one who is sure that whoever is silent is gone. */
    public static final Watch SINCE_EVER = new Watch(Duration.ofDays(365), Duration.ZERO, 0, Duration.ZERO);

    private static final JobError ERROR = new JobError("E", "no", "");

    /** Working depth of Ready that no test reaches by accident. */
    private static final int DEPTH = 1_000_000;

    /** How an entry of claims reads once its job has succeeded: attempt, start, end, claim. */
    static final String COMPLETED = "\\d+ \\d+ \\d+ \\S+";

    /** Binding takes milliseconds, which thousands of random histories do not have. */
    private static final Map<Map<String, String>, QueueSettings> SETTINGS = new ConcurrentHashMap<>();

    private static final Map<RedisAccess, Scripts> SCRIPTS = new ConcurrentHashMap<>();

    private final AtomicLong now;
    /** By id, of whatever was enqueued here last with it. */
    private final Map<String, GroupId> groups;
    private final RedisAccess access;
    private final RedisQueue redis;
    private final Queue queue;

    private TestQueue(RedisAccess access, QueueSettings settings, boolean live) {
        this(access, TestRedis.uniqueQueue(), new AtomicLong(START), new ConcurrentHashMap<>(), settings, live);
    }

    private TestQueue(
            RedisAccess access, QueueName name, AtomicLong now, Map<String, GroupId> groups,
            QueueSettings settings, boolean live) {
        Scripts scripts = SCRIPTS.computeIfAbsent(access, any -> new Scripts(access, (script, took) -> {}));
        List<RedisQueue> partitions = Keys.of("test", name, settings.partitions()).stream()
                .map(keys -> new RedisQueue(name, settings, keys, access, scripts))
                .map(plain -> live ? plain : plain.at(now::get))
                .toList();
        this.now = now;
        this.groups = groups;
        this.access = access;
        this.redis = partitions.getFirst();
        this.queue = Queue.of(partitions, ledgers(settings));
    }

    private TestQueue(TestQueue other, PayloadCodecs codecs) {
        this.now = other.now;
        this.groups = other.groups;
        this.access = other.access;
        this.redis = other.redis.encoding(codecs);
        this.queue = Queue.of(other.queue.redis().stream().map(each -> each.encoding(codecs)).toList(),
                ledgers(other.queue.settings()));
    }

    private List<Ledger> ledgers(QueueSettings settings) {
        QueueSettings.Backpressure pressure = settings.backpressure();
        if (!settings.hasLedger()) {
            return List.of();
        }
        Ledger own = new Ledger(redis.with(Keys.ledgerOf("test", redis.name())), pressure.globalRps(),
                pressure.rateLimitWindow(), pressure.rateLimitBurst());
        return pressure.limiter() == null ? List.of(own) : List.of(own, limiter(pressure.limiter()));
    }

    /** As a queue with backpressure.limiter has it; ten starts a second. */
    private Ledger limiter(String name) {
        return new Ledger(redis.with(Keys.limiter("test", redis.name(), name)), 10, Duration.ofSeconds(1),
                Duration.ofSeconds(1));
    }

    /** @param properties names and values in turn, as under {@code bulk-action.queues.<name>.} */
    public static TestQueue with(String... properties) {
        return new TestQueue(TestRedis.access(), standing(properties), false);
    }

    public static TestQueue live(String... properties) {
        return new TestQueue(TestRedis.access(), settings(properties), true);
    }

    public static TestQueue on(PrivateRedis redis, String... properties) {
        return new TestQueue(redis.access(), standing(properties), false);
    }

    public static TestQueue on(PrivateRedis redis, QueueSettings settings) {
        return new TestQueue(redis.access(), settings, false);
    }

    /** @param observer told of each call of a script before its caller goes on */
    public static TestQueue watched(PrivateRedis redis, Consumer<Script> observer, String... properties) {
        RedisAccess access = redis.access();
        SCRIPTS.put(access, new Scripts(access, (script, took) -> observer.accept(script)));
        return new TestQueue(access, standing(properties), false);
    }

    /** The same by the clock of Redis. */
    public static TestQueue watchedLive(PrivateRedis redis, Consumer<Script> observer, String... properties) {
        RedisAccess access = redis.access();
        SCRIPTS.put(access, new Scripts(access, (script, took) -> observer.accept(script)));
        return new TestQueue(access, settings(properties), true);
    }

    public static TestQueue on(RedisAccess access, String... properties) {
        return new TestQueue(access, standing(properties), false);
    }

    public static TestQueue liveOn(PrivateRedis redis, String... properties) {
        return new TestQueue(redis.access(), settings(properties), true);
    }

    public static TestQueue liveOn(RedisAccess access, String... properties) {
        return new TestQueue(access, settings(properties), true);
    }

    /** A queue of that name, which another process has made; by the clock of Redis. */
    public static TestQueue named(RedisAccess access, String name, String... properties) {
        return new TestQueue(
                access, new QueueName(name), new AtomicLong(START), new ConcurrentHashMap<>(), settings(properties),
                true);
    }

    /** Another queue on the same clock. */
    public TestQueue beside(String... properties) {
        return new TestQueue(
                access, TestRedis.uniqueQueue(), now, new ConcurrentHashMap<>(), standing(properties), false);
    }

    /** The same queue at the same time, seen by an instance with other settings. */
    public TestQueue seenWith(String... properties) {
        return new TestQueue(access, redis.name(), now, groups, standing(properties), false);
    }

    /** The same queue in another process; by the clock of Redis. */
    public TestQueue inAnotherProcess() {
        return new TestQueue(access, redis.name(), now, groups, queue.settings(), true);
    }

    /** The same queue, seen by an instance that stores payloads in this way. */
    public TestQueue storing(PayloadCodecs codecs) {
        return new TestQueue(this, codecs);
    }

    public Queue queue() {
        return queue;
    }

    /** The only partition, or else the home partition. */
    public Partition partition() {
        return queue.home();
    }

    /** The same as Redis sees it. */
    public RedisQueue redis() {
        return redis;
    }

    public long now() {
        return now.get();
    }

    public void advance(long millis) {
        now.addAndGet(millis);
    }

    public Enqueued enqueue(String group, String... ids) {
        return enqueue(group, null, ids);
    }

    public Enqueued enqueue(String group, @Nullable PriorityLevel level, String... ids) {
        return enqueue(batch(group, level, true, List.of(ids)));
    }

    public Enqueued enqueue(EnqueueBatch batch) {
        batch.jobs().forEach(job -> groups.put(job.id().value(), batch.group()));
        return queue.of(batch.group()).fairQueue().enqueue(batch).join();
    }

    public FairQueue.Fetched fetch(int limit) {
        return partition().fairQueue().fetch(limit, DEPTH);
    }

    public NonReadyQueue.Dispatched dispatch(int limit) {
        return partition().nonReady().dispatch(limit);
    }

    /** In as many calls as it takes: one ends early where its jobs are of many groups. */
    public List<ClaimedJob> claim(int limit) {
        List<ClaimedJob> jobs = new ArrayList<>();
        ReadyQueue.Claimed claimed;
        do {
            claimed = partition().ready().claim(limit - jobs.size());
            jobs.addAll(claimed.jobs());
        } while (claimed.left() > 0 && jobs.size() < limit);
        return jobs;
    }

    public ClaimedJob claimOne() {
        return claim(1).getFirst();
    }

    public InFlight.Acknowledged complete(ClaimedJob... jobs) {
        return complete(List.of(jobs));
    }

    public InFlight.Acknowledged complete(List<ClaimedJob> jobs) {
        return partition().inFlight().complete(jobs.stream()
                .map(job -> new InFlight.Success(job, Duration.ofMillis(5), null, false))
                .toList());
    }

    /** The run then waits for the watcher, which has the results aggregated. */
    public InFlight.Acknowledged completeForAggregator(ClaimedJob job) {
        return partition().inFlight().complete(List.of(new InFlight.Success(job, Duration.ofMillis(5), "1", true)));
    }

    public InFlight.Acknowledged retry(ClaimedJob job, Duration delay) {
        return partition().inFlight().retry(List.of(new InFlight.Retry(job, delay, WaitReason.RETRY, ERROR)));
    }

    public InFlight.Acknowledged throttle(ClaimedJob job, Duration delay) {
        return partition().inFlight().retry(List.of(new InFlight.Retry(job, delay, WaitReason.THROTTLED, ERROR)));
    }

    public InFlight.Acknowledged fail(ClaimedJob job) {
        return partition().inFlight().fail(List.of(new InFlight.Failure(job, ERROR)));
    }

    public InFlight.Acknowledged release(ClaimedJob job, boolean started) {
        return partition().inFlight().release(List.of(new InFlight.Release(job, started)));
    }

    /** As one who knows that whoever is silent is gone. */
    public InFlight.Recovered recover(int limit) {
        return partition().inFlight().recover(limit, 0, SINCE_EVER);
    }

    public static EnqueueBatch batch(String group, @Nullable PriorityLevel level, boolean seal, List<String> ids) {
        return new EnqueueBatch(new GroupId(group), "TEST", seal,
                new EnqueueBatch.Given(level, null, GroupLimits.KEEP, null, null), null, entries(ids.stream()));
    }

    private static List<EnqueueBatch.Entry> entries(Stream<String> ids) {
        return ids.map(id -> new EnqueueBatch.Entry(new JobId(id), "{}")).toList();
    }

    public Map<String, String> tenantMeta(TenantId tenant) {
        return hash(redis.keys().tenant(tenant, "meta"));
    }

    /** All tenants, as the sets of groups name them. */
    public List<String> tenants() {
        return redis.read(commands -> commands.smembers(redis.keys().tenants())).stream().map(TestQueue::text).toList();
    }

    /** Ids in Ready, oldest first; those whose claim was undone go before the others. */
    public List<String> ready() {
        return Stream.concat(
                ids(redis.read(commands -> commands.zrange(redis.keys().readyFront(), 0, -1))),
                ids(redis.read(commands -> commands.lrange(redis.keys().ready(), 0, -1))))
                .toList();
    }

    /** @param id of a job that was enqueued here, the last one if several groups have it; or a name, as it is */
    public JobName name(String id) {
        return id.indexOf(JobName.SEPARATOR) >= 0 ? JobName.parse(id)
                : new JobName(groups.getOrDefault(id, new GroupId("nobody")), new JobId(id));
    }

    /** The key of a job's hash. */
    public byte[] jobKey(JobName job) {
        return redis.keys().key("job:" + job);
    }

    public Map<String, String> hash(byte[] key) {
        Map<String, String> texts = new HashMap<>();
        redis.read(commands -> commands.hgetall(key)).forEach((field, value) -> texts.put(text(field), text(value)));
        return texts;
    }

    /** Ids in Non-ready, first due first. */
    public List<String> nonReady() {
        return nonReadyNames().stream().map(name -> name.id().value()).toList();
    }

    /** The same where several groups have the same ids. */
    public List<JobName> nonReadyNames() {
        return names(redis.read(commands -> commands.zrange(redis.keys().nonReady(), 0, -1))).toList();
    }

    /** Ids of a group that are not fetched yet, oldest first; those that came back go before the others. */
    public List<String> pending(String group) {
        byte[] returned = redis.keys().group(new GroupId(group), "returned");
        byte[] jobs = redis.keys().group(new GroupId(group), "jobs");
        return Stream.concat(
                ids(redis.read(commands -> commands.zrange(returned, 0, -1))),
                ids(redis.read(commands -> commands.lrange(jobs, 0, -1))))
                .toList();
    }

    public Map<String, String> meta(String group) {
        GroupId id = new GroupId(group);
        return hash(queue.of(id).redis().keys().group(id, "meta"));
    }

    /** Attempt, start, end and claim of each job that succeeded, by name. */
    public Map<String, String> completed() {
        Map<String, String> claims = hash(redis.keys().claims());
        claims.values().removeIf(claim -> !claim.matches(COMPLETED)); // in flight
        return claims;
    }

    public Map<String, String> job(String id) {
        return job(name(id));
    }

    public Map<String, String> job(JobName name) {
        Map<String, String> job = hash(jobKey(name));
        String ended = completed().get(name.toString());
        if (ended != null) {
            String[] facts = ended.split(" ");
            job.putAll(
                    Map.of("status", "COMPLETED", "attempts", facts[0], "startedAt", facts[1], "finishedAt", facts[2]));
        }
        return job;
    }

    /** What each key of the queue holds, for comparing two moments. */
    public Map<String, String> contents() {
        return new QueueKeys(redis).contents();
    }

    /** Takes every key of the queue away: for tests that would leave very many. */
    public void clear() {
        for (String name : new QueueKeys(redis).names()) {
            redis.read(commands -> commands.unlink(redis.keys().key(name)));
        }
    }

    /** Everything the queue has in Redis, for the message of a failed assertion. */
    public String dump() {
        return RedisDump.of(access, redis.keys().prefix());
    }

    private static Stream<String> ids(List<byte[]> names) {
        return names(names).map(name -> name.id().value());
    }

    private static Stream<JobName> names(List<byte[]> texts) {
        return texts.stream().map(text -> JobName.parse(text(text)));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** On a clock that stands still all tokens of a window are there at its start, unless a test says otherwise. */
    private static QueueSettings standing(String... properties) {
        String burst = "backpressure.rate-limit-burst";
        return settings(Stream.concat(Stream.of(burst, "1h"), Stream.of(properties)).toArray(String[]::new));
    }

    public static QueueSettings settings(String... properties) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < properties.length; i += 2) {
            map.put(properties[i], properties[i + 1]);
        }
        return SETTINGS.computeIfAbsent(map, Defaults::queue);
    }
}
