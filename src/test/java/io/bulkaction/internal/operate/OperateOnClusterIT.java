package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.doctor.DoctorReport;
import io.bulkaction.internal.doctor.Finding;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Each queue lives on one node of a cluster, and everything an administrator does must go there. */
class OperateOnClusterIT {

    private static final Actor ANNA = new Actor("anna", "");

    @Test
    void operationsAndDoctorWorkOnWhicheverNodeTheQueueIs() {
        try (RedisCluster cluster = RedisCluster.start();
                RedisAccess redis = cluster.connect(Duration.ofMinutes(1))) {
            // why several: their names send them to different nodes
            for (int queue = 0; queue < 6; queue++) {
                operate(Office.of(TestQueue.on(redis)));
            }
        }
    }

    private static void operate(Office office) {
        office.driver().enqueueMany("a", 700);
        office.driver().fail(office.driver().claim(200), "E");
        office.test().queue().home().instances().beat(new Instance.Info("i", 1, "1", "h", Instant.EPOCH));
        assertThat(office.operations().retryAll(office.name(), new Filter(null, "E", null), ANNA)).isEqualTo(200);
        assertThat(office.operations().status(office.name()).waiting()).isEqualTo(700);
        assertThat(office.operations().pause(office.name(), "look", ANNA).changed()).isTrue();
        assertThat(office.audit().page(office.name(), null, null, 10).total()).isEqualTo(2);
        assertThat(JobLookup.of(office.test().queue()).find(office.test().name("a-600"))).isPresent();

        Doctor doctor = new Doctor(office.queues(), office.audit(), office.tasks());
        assertThat(doctor.examine(office.name(), ANNA).jobs()).isEqualTo(700);
        byte[] list = office.test().redis().keys().group(new GroupId("a"), "jobs");
        office.test().redis().read(commands -> commands.lrem(list, 0, "a#a-600".getBytes(StandardCharsets.UTF_8)));
        DoctorReport repaired = doctor.repair(office.name(), ANNA);
        assertThat(repaired.findings()).extracting(Finding::kind).containsExactly(Finding.Kind.JOB_LOST);
        assertThat(doctor.examine(office.name(), ANNA).findings()).isEmpty();
    }
}
