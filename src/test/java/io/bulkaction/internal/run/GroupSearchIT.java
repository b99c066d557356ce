package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.doctor.DoctorReport;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.run.SearchHits.Labelled;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Groups found by how their id begins and by their labels, and an index that goes with them. */
class GroupSearchIT {

    private final TestQueue test = TestQueue.with();
    private final Groups groups = Groups.of(test.queue());

    @Test
    void groupsAndTenantsAreFoundByHowTheirIdBegins() {
        for (String group : List.of("acme/1", "acme/2", "acme-b/1", "ac", "zoo/acme")) {
            test.enqueue(group, "j");
        }

        SearchHits hits = groups.search("ac", 10);
        assertThat(hits.groups()).extracting(GroupId::value).containsExactly("ac", "acme-b/1", "acme/1", "acme/2");
        assertThat(hits.tenants()).extracting(Object::toString).containsExactly("acme", "acme-b");
        assertThat(hits.more()).isFalse();
        assertThat(groups.search("acme/", 10).groups()).hasSize(2);
        assertThat(groups.search("acme/", 1).more()).isTrue();
        assertThat(groups.search("Ac", 10).groups()).isEmpty();
    }

    @Test
    void aTenantBehindVeryManyGroupsOfAnotherIsFoundToo() {
        IntStream.range(0, 300).forEach(i -> test.enqueue("big/" + i, "j"));
        test.enqueue("bigger/1", "j");

        assertThat(groups.search("big", 5).tenants()).extracting(Object::toString).containsExactly("big", "bigger");
    }

    @Test
    void groupsAreFoundByTheirLabelsUntilTheseChange() {
        enqueue("a", "1", Map.of("campaign", "winter sale", "region", "kr"));
        enqueue("b", "1", Map.of("campaign", "winter"));
        assertThat(groups.search("campaign=winter", 10).labelled()).containsExactly(
                new Labelled("campaign=winter", new GroupId("b")),
                new Labelled("campaign=winter sale", new GroupId("a")));
        assertThat(groups.search("region", 10).labelled()).hasSize(1);
        assertThat(groups.state(new GroupId("a")).orElseThrow().labels())
                .isEqualTo(Map.of("campaign", "winter sale", "region", "kr"));

        enqueue("a", "2", null);
        assertThat(groups.search("region=kr", 10).labelled()).as("kept when nothing is said").hasSize(1);
        enqueue("a", "3", Map.of("region", "jp"));

        assertThat(groups.search("campaign=winter sale", 10).labelled()).isEmpty();
        assertThat(groups.search("region=", 10).labelled())
                .containsExactly(new Labelled("region=jp", new GroupId("a")));
        enqueue("a", "4", Map.of());
        assertThat(groups.search("region=", 10).labelled()).isEmpty();
        Accounting.prove(test);
    }

    @Test
    void labelsStayForTheNextRunAndGoWithTheGroup() {
        enqueue("a", "1", Map.of("region", "kr"));
        TestWorker worker = new TestWorker(test.queue());
        worker.completeAll();
        enqueue("a", "2", null);
        worker.completeAll();
        assertThat(groups.search("region=kr", 10).labelled()).hasSize(1);

        groups.noted().removeEvents(groups.noted().takeEvents(test.partition(), 10, Duration.ofMinutes(1)));
        test.advance(Duration.ofDays(30).toMillis());
        groups.forget(10);

        assertThat(groups.search("region", 10).labelled()).isEmpty();
        assertThat(groups.search("a", 10).groups()).isEmpty();
        assertThat(test.redis().<Long>read(commands -> commands.exists(
                test.redis().keys().labels(), test.redis().keys().groupNames()))).isZero();
    }

    @Test
    void theDoctorFindsAndRepairsAnIndexThatIsWrong() {
        enqueue("a", "1", Map.of("region", "kr"));
        assertThat(examine(false).isHealthy()).isTrue();
        test.redis()
                .<Long>read(commands -> commands.zadd(test.redis().keys().labels(), 0, Utf8.bytes("region=xx\tgone")));
        test.redis().<Long>read(commands -> commands.zrem(test.redis().keys().labels(), Utf8.bytes("region=kr\ta")));
        test.redis().<Long>read(commands -> commands.zrem(test.redis().keys().groupNames(), Utf8.bytes("a")));
        test.redis().<Long>read(commands -> commands.zadd(test.redis().keys().groupNames(), 0, Utf8.bytes("gone")));

        assertThat(examine(false).findings()).extracting(Object::toString).anyMatch(text -> text.contains("region=xx"))
                .anyMatch(text -> text.contains("group-names")).anyMatch(text -> text.contains("labels"));
        examine(true);

        assertThat(examine(false).isHealthy()).isTrue();
        assertThat(groups.search("region", 10).labelled()).containsExactly(new Labelled("region=kr", new GroupId("a")));
        Accounting.prove(test);
    }

    private DoctorReport examine(boolean repair) {
        Office office = Office.of(test);
        Doctor doctor = new Doctor(office.queues(), office.audit(), office.tasks());
        Actor somebody = new Actor("test", "");
        return repair ? doctor.repair(test.redis().name(), somebody) : doctor.examine(test.redis().name(), somebody);
    }

    private void enqueue(String group, String job, @Nullable Map<String, String> labels) {
        test.enqueue(EnqueueBatch
                .of(new GroupId(group), "TEST", List.of(new EnqueueBatch.Entry(new JobId(group + job), "1")))
                .with(new EnqueueBatch.Given(null, null, GroupLimits.KEEP, null, null,
                        labels == null ? null : new TreeMap<>(labels))));
    }
}
