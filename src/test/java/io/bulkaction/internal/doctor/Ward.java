package io.bulkaction.internal.doctor;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.Timing;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A healthy queue with a job in every place and a group in every state, and ways to damage it. Group {@code mixed}: m1
 * completed, m2 dead, m3 resolved, m4 waits for a retry, m5 runs, m7 to m9 pending. Group {@code limited}:
 * l1 runs, the rest waits for tokens. Group {@code throttled}: t1 has come back, t2 is pending. The claim of m6 was undone,
 * and f1 of group {@code fresh} is ready. Tenant {@code ten} waits with two groups, tenant {@code idle} is paused. Group
 * {@code timed}: ti1 and ti2 are scheduled, ti3 expires. Group {@code held} is scheduled, {@code halted} paused, and
 * {@code nightly} waits for its sending window.
 */
final class Ward {

    static final Actor ANNA = new Actor("anna", "");

    private final Office office;
    private final TestQueue test;

    Ward(TestQueue test) {
        this.office = Office.of(test);
        this.test = test;
        fill();
    }

    Office office() {
        return office;
    }

    TestQueue test() {
        return test;
    }

    Doctor doctor(int countedAtOnce) {
        return new Doctor(office.queues(), office.audit(), office.tasks(), countedAtOnce);
    }

    /** The heartbeat of whoever claimed all jobs here. */
    void beat() {
        test.partition().instances().beat(new Instance.Info("w", 10, "1", "host", Instant.EPOCH));
    }

    private void fill() {
        Queue queue = test.queue();
        limited("limited", "l1", "l2", "l3", "l4", "l5");
        office.driver().claim(1);
        queue.home().fairQueue().fetch(50, 50);
        test.enqueue("ended", "e1");
        test.completeForAggregator(office.driver().claim(1).getFirst());
        test.enqueue("over", "o1");
        office.driver().complete(office.driver().claim(1));
        test.enqueue("dropped", "d1");
        office.cancel("dropped");
        test.enqueue("cancelling", "c1", "c2");
        office.driver().claim(1);
        office.cancel("cancelling");
        test.enqueue(TestQueue.batch("open", null, false, List.of("p1")));
        office.driver().claim(1);
        test.enqueue("throttled", "t1", "t2");
        test.throttle(office.driver().claim(1).getFirst(), Duration.ofHours(1));
        fillMixed(queue);
        test.release(queue.home().ready().claim(1).jobs().getFirst(), false);
        test.enqueue("fresh", PriorityLevel.HIGH, "f1");
        queue.home().fairQueue().fetch(1, 50);
        test.enqueue("ten/a", "ta1", "ta2");
        test.enqueue("ten/b", "tb1");
        test.enqueue("idle/x", "ix1");
        Tenants.of(queue).pause(new TenantId("idle"), "asked", "anna");
        fillTimed(queue);
    }

    private void fillTimed(Queue queue) {
        Instant later = Instant.ofEpochMilli(test.now()).plus(Duration.ofHours(1));
        test.enqueue(EnqueueBatch.of(new GroupId("timed"), "TEST", List.of(
                EnqueueBatch.Entry.of(new JobId("ti1"), "{}", new Timing(later, null)),
                EnqueueBatch.Entry.of(new JobId("ti2"), "{}", new Timing(later.plusSeconds(1), null)),
                EnqueueBatch.Entry.of(new JobId("ti3"), "{}", new Timing(null, null, later.plusSeconds(60), null)))));
        test.enqueue(TestQueue.batch("held", null, true, List.of("h1"))
                .with(EnqueueBatch.Given.NOTHING.startingAt(later)));
        test.enqueue("halted", "ha1");
        Groups.of(queue).pause(new GroupId("halted"), "asked", "anna");
        test.enqueue(TestQueue.batch("nightly", null, true, List.of("n1"))
                .with(new GroupLimits(null, null, null, "closed-as-nobody-knows-it")));
    }

    private void fillMixed(Queue queue) {
        test.enqueue("mixed", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
        queue.home().fairQueue().fetch(6, 50);
        List<ClaimedJob> jobs = new ArrayList<>();
        jobs.addAll(queue.home().ready().claim(5).jobs());
        office.driver().complete(jobs.subList(0, 1));
        office.driver().fail(jobs.subList(1, 3), "E");
        DeadLetters.of(queue).skip(List.of(test.name("m3")), "anna", "by hand");
        queue.home().inFlight().retry(List.of(new InFlight.Retry(
                jobs.get(3), Duration.ofHours(1), WaitReason.RETRY, new JobError("E", "again", ""))));
    }

    private void limited(String group, String... ids) {
        test.enqueue(EnqueueBatch
                .of(new GroupId(group), "TEST",
                        List.of(ids).stream().map(id -> new EnqueueBatch.Entry(new JobId(id), "{}")).toList())
                .with(new GroupLimits(1.0, null)));
    }

    void hset(String key, String field, String value) {
        test.redis().read(commands -> commands.hset(key(key), bytes(field), bytes(value)));
    }

    void lrem(String key, String id) {
        test.redis().read(commands -> commands.lrem(key(key), 0, bytes(id)));
    }

    void rpush(String key, String id) {
        test.redis().read(commands -> commands.rpush(key(key), bytes(id)));
    }

    void hdel(String key, String field) {
        test.redis().read(commands -> commands.hdel(key(key), bytes(field)));
    }

    void zrem(String key, String id) {
        test.redis().read(commands -> commands.zrem(key(key), bytes(id)));
    }

    void zadd(String key, double score, String id) {
        test.redis().read(commands -> commands.zadd(key(key), score, bytes(id)));
    }

    void srem(String key, String id) {
        test.redis().read(commands -> commands.srem(key(key), bytes(id)));
    }

    void sadd(String key, String id) {
        test.redis().read(commands -> commands.sadd(key(key), bytes(id)));
    }

    void del(String key) {
        test.redis().read(commands -> commands.del(key(key)));
    }

    void pexpire(String key, long millis) {
        test.redis().read(commands -> commands.pexpire(key(key), millis));
    }

    void hincrby(String key, String field, long by) {
        test.redis().read(commands -> commands.hincrby(key(key), bytes(field), by));
    }

    private byte[] key(String name) {
        return test.redis().keys().key(name);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
