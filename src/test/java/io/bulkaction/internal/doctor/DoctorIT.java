package io.bulkaction.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.operate.audit.AuditEntry;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the doctor finds, and what it repairs. */
class DoctorIT {

    /** A server of its own, because the doctor walks over every key. */
    private static final PrivateRedis REDIS = PrivateRedis.start();

    private static final int AT_ONCE = 4_000;
    private static final int NEVER_AT_ONCE = 0;

    /** Each damages the queue in one way. */
    enum Defect {
        PENDING_JOB_TAKEN_OUT_OF_ITS_LIST(Kind.JOB_LOST, ward -> ward.lrem("group:mixed:jobs", "mixed#m8")),
        READY_JOB_TAKEN_OUT_OF_READY(Kind.JOB_LOST, ward -> ward.lrem("ready-queue", "fresh#f1")),
        WAITING_JOB_TAKEN_OUT_OF_NON_READY(Kind.JOB_LOST, ward -> ward.zrem("non-ready-queue", "mixed#m4")),
        RUNNING_JOB_WITHOUT_A_LEASE(Kind.JOB_LOST, ward -> ward.zrem("in-flight", "mixed#m5")),
        DEAD_LETTER_TAKEN_OUT(Kind.JOB_LOST, ward -> ward.zrem("dead-letter-queue", "mixed#m2")),
        UNDONE_CLAIM_TAKEN_OUT_OF_READY(Kind.JOB_LOST, ward -> ward.zrem("ready-front", "mixed#m6")),
        RETURNED_JOB_TAKEN_OUT(Kind.JOB_LOST, ward -> ward.zrem("group:throttled:returned", "throttled#t1")),
        RETURNED_JOB_PENDING_TOO(Kind.JOB_DOUBLED, ward -> ward.rpush("group:throttled:jobs", "throttled#t1")),
        RETURNED_TOO_HIGH(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:throttled:meta", "returned", 1)),
        JOB_PENDING_TWICE(Kind.JOB_DOUBLED, ward -> ward.rpush("group:mixed:jobs", "mixed#m7")),
        JOB_PENDING_AND_READY(Kind.JOB_DOUBLED, ward -> ward.rpush("ready-queue", "mixed#m7")),
        JOB_READY_AND_WAITING(Kind.JOB_DOUBLED, ward -> ward.rpush("ready-queue", "mixed#m4")),
        JOB_RUNNING_AND_WAITING(Kind.JOB_DOUBLED, ward -> ward.zadd("non-ready-queue", 1, "mixed#m5")),
        JOB_IN_THE_LIST_OF_ANOTHER_GROUP(Kind.JOB_DOUBLED, ward -> ward.rpush("group:limited:jobs", "mixed#m7")),
        JOB_PENDING_UNDER_ANOTHER_GROUP_ONLY(Kind.JOB_LOST, ward -> {
            ward.lrem("group:mixed:jobs", "mixed#m7");
            ward.rpush("group:limited:jobs", "mixed#m7");
        }),
        STATUS_THAT_DOES_NOT_FIT(Kind.JOB_MISPLACED, ward -> ward.hset("job:mixed#m7", "status", "PROCESSING")),
        LEASE_THAT_NOBODY_CLAIMS(Kind.JOB_MISPLACED, ward -> ward.hdel("claims", "mixed#m5")),
        CLAIM_WITHOUT_A_LEASE(Kind.JOB_MISPLACED,
                ward -> ward.hset("claims", "mixed#m7", "1 1800000000000 life.1 30000 1")),
        DELETED_JOB_IN_A_LIST(Kind.JOB_GONE, ward -> ward.del("job:mixed#m7")),
        DELETED_JOB_IN_READY(Kind.JOB_GONE, ward -> ward.del("job:fresh#f1")),
        DELETED_JOB_WHOSE_CLAIM_WAS_UNDONE(Kind.JOB_GONE, ward -> ward.del("job:mixed#m6")),
        DELETED_JOB_IN_NON_READY(Kind.JOB_GONE, ward -> ward.del("job:mixed#m4")),
        DELETED_JOB_IN_FLIGHT(Kind.JOB_GONE, ward -> ward.del("job:mixed#m5")),
        DELETED_DEAD_LETTER(Kind.JOB_GONE, ward -> ward.del("job:mixed#m2")),
        COMPLETED_JOB_IN_READY(Kind.JOB_LINGERS, ward -> ward.rpush("ready-queue", "mixed#m1")),
        CANCELLED_JOB_THAT_NEVER_EXPIRES(Kind.JOB_LINGERS, ward -> {
            ward.hdel("claims", "mixed#m1");
            ward.lrem("completed-order", "mixed#m1");
            ward.hset("job:mixed#m1", "status", "CANCELLED");
        }),
        PENDING_JOB_THAT_EXPIRES(Kind.JOB_EXPIRES, ward -> ward.pexpire("job:mixed#m8", 3_600_000)),
        DEAD_LETTER_NOT_FOUND_BY_ITS_CODE(Kind.DEAD_LETTER_UNLISTED,
                ward -> ward.zrem("dead-letters:code:E", "mixed#m2")),
        DEAD_LETTER_LIST_NAMES_A_LIVING_JOB(Kind.DEAD_LETTER_UNLISTED,
                ward -> ward.zadd("dead-letters:code:E", 1, "mixed#m7")),
        GROUP_NOT_IN_THE_FAIR_QUEUE(Kind.GROUP_MISPLACED, ward -> ward.zrem("fair-queue:normal", "mixed")),
        GROUP_ON_TWO_LEVELS(Kind.GROUP_MISPLACED, ward -> ward.zadd("fair-queue:high", 1, "mixed")),
        GROUP_PARKED_AND_SERVED(Kind.GROUP_MISPLACED, ward -> ward.zadd("parked-groups", 1, "mixed")),
        PARKED_GROUP_NOT_PARKED(Kind.GROUP_MISPLACED, ward -> ward.zrem("rate-limited-groups", "limited")),
        THROTTLED_GROUP_NOT_PARKED(Kind.GROUP_MISPLACED, ward -> ward.zrem("parked-groups", "throttled")),
        LIMITED_GROUP_NOT_NAMED(Kind.GROUP_MISPLACED, ward -> ward.srem("limited-groups", "limited")),
        WAITING_GROUP_THAT_NOBODY_LOOKS_AT(Kind.GROUP_MISPLACED,
                ward -> ward.hset("group:open:meta", "after", "default;mixed;ALWAYS;1")),
        SCHEDULED_JOB_TAKEN_OUT(Kind.JOB_LOST, ward -> ward.zrem("group:timed:scheduled", "timed#ti1")),
        SCHEDULED_JOB_PENDING_TOO(Kind.JOB_DOUBLED, ward -> ward.rpush("group:timed:jobs", "timed#ti1")),
        SCHEDULED_TOO_HIGH(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:timed:meta", "scheduled", 1)),
        SCHEDULED_JOBS_THAT_NOBODY_STARTS(Kind.GROUP_MISPLACED, ward -> ward.zrem("scheduled-groups", "timed")),
        SCHEDULED_JOBS_LOOKED_AT_TOO_LATE(Kind.GROUP_MISPLACED, ward -> ward.zadd("scheduled-groups", 1e13, "timed")),
        EXPIRING_JOBS_THAT_NOBODY_ENDS(Kind.GROUP_MISPLACED, ward -> ward.zrem("expiring-groups", "timed")),
        HELD_GROUP_THAT_NOBODY_LETS_GO_ON(Kind.GROUP_MISPLACED, ward -> ward.zrem("held-groups", "held")),
        HELD_GROUP_SERVED(Kind.GROUP_MISPLACED, ward -> ward.zadd("fair-queue:normal", 1, "held")),
        HELD_GROUP_HELD_TOO_LONG(Kind.GROUP_MISPLACED, ward -> ward.zadd("held-groups", 1e13, "held")),
        PAUSED_GROUP_NOT_HELD(Kind.GROUP_MISPLACED, ward -> ward.zrem("held-groups", "halted")),
        PAUSED_GROUP_THAT_GOES_ON_BY_ITSELF(Kind.GROUP_MISPLACED, ward -> ward.zadd("held-groups", 1, "halted")),
        GROUP_OUTSIDE_ITS_WINDOW_NOT_HELD(Kind.GROUP_MISPLACED, ward -> ward.zrem("held-groups", "nightly")),
        GROUP_WITH_A_WINDOW_NOT_NAMED(Kind.GROUP_MISPLACED, ward -> ward.srem("limited-groups", "nightly")),
        GROUP_NOT_LISTED(Kind.GROUP_MISPLACED, ward -> ward.zrem("groups:RUNNING", "mixed")),
        FINISHED_GROUP_STILL_OPEN(Kind.GROUP_MISPLACED, ward -> ward.zadd("groups:RUNNING", 1, "over")),
        UNKNOWN_GROUP_OPEN(Kind.GROUP_MISPLACED, ward -> ward.zadd("groups:CREATED", 1, "nobody")),
        ENDED_GROUP_THAT_NOBODY_AGGREGATES(Kind.GROUP_MISPLACED, ward -> ward.zrem("aggregating-groups", "ended")),
        FINISHED_GROUP_THAT_NOBODY_FORGETS(Kind.GROUP_MISPLACED, ward -> ward.zrem("finished-groups", "over")),
        GROUP_LISTED_UNDER_ANOTHER_STATUS(Kind.GROUP_MISPLACED, ward -> ward.zadd("groups:FAILED", 1, "mixed")),
        GROUP_NOT_IN_THE_RING_OF_ITS_TENANT(Kind.GROUP_MISPLACED, ward -> ward.zrem("tenant:ten:normal", "ten/a")),
        GROUP_BESIDE_ITS_TENANT(Kind.GROUP_MISPLACED, ward -> ward.zadd("fair-queue:normal", 1, "ten/a")),
        GROUP_UNKNOWN_TO_ITS_TENANT(Kind.GROUP_MISPLACED, ward -> ward.srem("tenant:ten:groups", "ten/a")),
        UNKNOWN_GROUP_IN_A_RING(Kind.GROUP_MISPLACED, ward -> ward.zadd("tenant:ten:low", 1, "ten/nobody")),
        TENANT_UNKNOWN_TO_THE_QUEUE(Kind.GROUP_MISPLACED, ward -> ward.srem("tenants", "ten/")),
        TENANT_NOT_IN_THE_FAIR_QUEUE(Kind.TENANT_MISPLACED, ward -> ward.zrem("fair-queue:normal", "ten/")),
        TENANT_ON_A_LEVEL_WITHOUT_GROUPS(Kind.TENANT_MISPLACED, ward -> ward.zadd("fair-queue:high", 1, "ten/")),
        TENANT_THAT_WAITS_FOR_NO_TOKEN(Kind.TENANT_MISPLACED, ward -> ward.zadd("rate-limited-groups", 1, "ten/")),
        TENANT_PARKED_NOWHERE(Kind.TENANT_MISPLACED, ward -> ward.hset("tenant:ten:meta", "parked", "rate")),
        PAUSED_TENANT_SERVED(Kind.TENANT_MISPLACED, ward -> ward.zadd("fair-queue:normal", 1, "idle/")),
        PAUSED_TENANT_NOT_NAMED(Kind.TENANT_MISPLACED, ward -> ward.srem("limited-groups", "idle/")),
        TENANT_COUNTS_TOO_MANY_IN_READY(Kind.TENANT_MISPLACED, ward -> ward.hincrby("tenant:ten:meta", "ready", 2)),
        TENANT_WITHOUT_GROUPS(Kind.TENANT_MISPLACED, ward -> ward.sadd("tenants", "nobody/")),
        WAITING_GROUPS_MISCOUNTED(Kind.TENANT_MISPLACED, ward -> ward.hincrby("tenant-groups", "normal", 3)),
        LIMITS_WITHOUT_A_TENANT(Kind.KEY_WITHOUT_OWNER, ward -> ward.hset("tenant:nobody:meta", "weight", "2")),
        RUNNING_TOO_HIGH(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:mixed:meta", "running", 1)),
        ADMITTED_TOO_HIGH(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:mixed:meta", "admitted", 2)),
        NON_READY_TOO_LOW(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:mixed:meta", "nonReady", -1)),
        TOTAL_TOO_HIGH(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:mixed:meta", "totalJobs", 3)),
        DONE_TOO_LOW(Kind.GROUP_COUNTERS, ward -> ward.hincrby("group:mixed:meta", "doneJobs", -1)),
        DEAD_LETTERS_OF_A_GROUP_TOO_HIGH(Kind.GROUP_COUNTERS,
                ward -> ward.hincrby("group:mixed:meta", "deadLetters", 1)),
        QUEUE_COUNTS_TOO_MANY(Kind.QUEUE_COUNTERS, ward -> ward.hincrby("stats", "enqueued", 5)),
        QUEUE_COUNTS_TOO_FEW(Kind.QUEUE_COUNTERS, ward -> ward.hincrby("stats", "completed", 2)),
        HISTORY_WITHOUT_A_JOB(Kind.KEY_WITHOUT_OWNER, ward -> ward.rpush("job-attempts:nobody", "1")),
        STATISTICS_WITHOUT_A_GROUP(Kind.KEY_WITHOUT_OWNER, ward -> ward.hset("group:nobody:errors", "E", "1")),
        CONGESTION_THAT_NEVER_EXPIRES(Kind.KEY_ENDLESS, ward -> ward.hset("congestion:mixed", "peak", "1")),
        LEASE_THAT_NOBODY_PUTS_BACK(Kind.LEASE_UNATTENDED, ward -> {
            ward.test().advance(120_000);
            ward.beat();
            ward.test().advance(1);
            ward.beat();// has extended what it knows of since, and does not know of these
        }),
        ;

        private final Kind kind;
        private final Consumer<Ward> plant;

        Defect(Kind kind, Consumer<Ward> plant) {
            this.kind = kind;
            this.plant = plant;
        }
    }

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void aHealthyQueueIsProvedHealthy() {
        Ward ward = new Ward(TestQueue.on(REDIS));
        for (int atOnce : new int[] {AT_ONCE, NEVER_AT_ONCE}) {
            DoctorReport report = ward.doctor(atOnce).examine(ward.office().name(), Ward.ANNA);
            assertThat(report.findings()).as(ward.test()::dump).isEmpty();
            assertThat(report.unproven()).isEmpty();
            assertThat(report.isHealthy()).isTrue();
            assertThat(report.jobs()).isEqualTo(33);
            assertThat(report.groups()).isEqualTo(16);
        }
        assertThat(ward.office().audit().page(ward.office().name(), null, null, 10).entries()).isEmpty();
    }

    /** One test for both, because a queue with a job in every place takes long to fill. */
    @ParameterizedTest
    @EnumSource
    void findsTheDefectWithoutAChangeAndRepairsItAndSaysWhatItDid(Defect defect) {
        Ward ward = new Ward(TestQueue.on(REDIS));
        defect.plant.accept(ward);
        for (int atOnce : new int[] {AT_ONCE, NEVER_AT_ONCE}) {
            String before = ward.test().dump();

            DoctorReport report = ward.doctor(atOnce).examine(ward.office().name(), Ward.ANNA);

            assertThat(report.counts()).as(() -> report.findings() + "\n" + ward.test().dump())
                    .containsKey(defect.kind);
            assertThat(report.findings()).allSatisfy(finding -> assertThat(finding.remedy()).isNull());
            assertThat(contents(ward.test().dump())).isEqualTo(contents(before));
        }

        DoctorReport report = ward.doctor(AT_ONCE).repair(ward.office().name(), Ward.ANNA);

        assertThat(report.findings())
                .filteredOn(finding -> finding.kind() == defect.kind)
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.remedy()).as(finding.toString()).isNotNull());
        DoctorReport after = ward.doctor(AT_ONCE).examine(ward.office().name(), Ward.ANNA);
        assertThat(after.findings()).as(() -> "after " + report.findings() + "\n" + ward.test().dump()).isEmpty();
        assertThat(ward.office().audit().page(ward.office().name(), null, null, 1).entries())
                .extracting(AuditEntry::action)
                .containsExactly("repair");
    }

    @Test
    void anUnknownKeyIsReportedAndLeftAlone() {
        Ward ward = new Ward(TestQueue.on(REDIS));
        ward.hset("strange", "x", "1");
        DoctorReport report = ward.doctor(AT_ONCE).repair(ward.office().name(), Ward.ANNA);
        assertThat(report.findings())
                .containsExactly(new Finding(Kind.KEY_UNKNOWN, "strange", "unknown key", null));
        assertThat(ward.test().dump()).contains(":strange");
    }

    @Test
    void aJobWithoutItsGroupIsReportedAndLeftForAPerson() {
        Ward ward = new Ward(TestQueue.on(REDIS));
        ward.del("group:open:meta");
        DoctorReport report = ward.doctor(AT_ONCE).repair(ward.office().name(), Ward.ANNA);
        assertThat(report.counts()).containsKey(Kind.JOB_WITHOUT_GROUP);
        assertThat(ward.test().job("p1")).isNotEmpty();
    }

    /** Redis was frozen, and a person asked for a repair before the instances could extend their leases. */
    @Test
    void aRepairAfterAnOutageTakesNoJobFromAnInstanceThatMayStillExtend() {
        Ward ward = new Ward(TestQueue.on(REDIS));
        ward.beat();
        ward.test().advance(120_000);
        long inFlight = ward.test().partition().inFlight().size();

        DoctorReport report = ward.doctor(AT_ONCE).repair(ward.office().name(), Ward.ANNA);

        assertThat(report.findings())
                .filteredOn(finding -> finding.kind() == Kind.LEASE_UNATTENDED)
                .singleElement()
                .satisfies(finding -> assertThat(finding.remedy()).isNull());
        assertThat(ward.test().partition().inFlight().size()).isEqualTo(inFlight);
        assertThat(ward.test().job("m5")).doesNotContainKey("recoveries");
    }

    /** It was put into the list of its group, and started. */
    @Test
    void aLostScheduledJobStillWaitsForItsTimeAfterItsRepair() {
        Ward ward = new Ward(TestQueue.on(REDIS));
        long runAt = ward.test().now() + Duration.ofHours(1).toMillis();
        ward.zrem("group:timed:scheduled", "timed#ti1");
        ward.doctor(AT_ONCE).repair(ward.office().name(), Ward.ANNA);

        assertThat(ward.test().contents()).as(ward.test()::dump).containsKeys("group:timed:scheduled");
        Double at = ward.test().redis().read(commands -> commands.zscore(
                ward.test().redis().keys().key("group:timed:scheduled"), Utf8.bytes("timed#ti1")));
        assertThat(at).isEqualTo(runAt);
        ward.test().dispatch(100);
        assertThat(ward.test().meta("timed")).containsEntry("scheduled", "2");
        ward.test().advance(Duration.ofHours(1).toMillis());
        ward.test().dispatch(100);
        assertThat(ward.test().meta("timed")).containsEntry("scheduled", "1");
    }

    /** Without the times to live and without the audit entry of the repair. */
    private static List<String> contents(String dump) {
        return dump.replaceAll("\\(expires in \\d+ s\\)", "").lines()
                .filter(line -> !line.contains(":progress = ") && !line.contains(" keys of "))
                .toList();
    }
}
