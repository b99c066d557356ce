package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.testing.QueueKeys;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionCountIT {

    private final TestQueue test = TestQueue.with("partitions", "3");

    @Test
    void aNewQueueGetsTheNumberThatIsSet() {
        verify(3);

        assertThat(state()).containsExactly(Map.entry("partitions", "3"));
        verify(3);
    }

    @Test
    void aQueueFromBeforeThereWerePartitionsHasOne() {
        verify(1);

        assertThat(state()).isEmpty();
    }

    @Test
    void anotherNumberIsRefusedWhileGroupsAreUnfinishedInAnyPartition() {
        verify(3);
        for (int i = 0; i < 30; i++) {
            test.enqueue("group-" + i, "job");
        }

        assertThatThrownBy(() -> verify(2)).asInstanceOf(type(RedisStartException.class)).satisfies(refused -> {
            assertThat(refused).hasMessageContainingAll("has 3 partitions", "is to have 2", "30 of its groups");
            assertThat(refused.remedy()).contains("partitions=3", "let its jobs finish", "stop all instances");
        });
        assertThat(state()).containsExactly(Map.entry("partitions", "3"));
    }

    @Test
    void aQueueThatHasFinishedChangesItsNumberAndKeepsItsLifetimeCounters() {
        verify(3);
        for (int i = 0; i < 30; i++) {
            test.enqueue("group-" + i, "job");
        }
        test.queue().partitions().forEach(partition -> {
            partition.fairQueue().fetch(30, 30);
            partition.inFlight().complete(partition.ready().claim(30).jobs().stream()
                    .map(job -> new InFlight.Success(job, Duration.ZERO, null, false))
                    .toList());
            partition.redis().read(commands -> commands.del(partition.redis().keys().events()));
        });

        verify(1);

        assertThat(state()).containsExactly(Map.entry("partitions", "1"));
        assertThat(test.hash(test.redis().keys().stats()))
                .containsEntry("enqueued", "30")
                .containsEntry("completed", "30");
        assertThat(test.queue().redis().stream().skip(1).flatMap(part -> new QueueKeys(part).names().stream()))
                .isEmpty();
        assertThat(new QueueKeys(test.redis()).names()).filteredOn(name -> !name.startsWith("wake:"))
                .containsExactlyInAnyOrder("state", "stats");
    }

    @Test
    void onlyOneInstanceChangesIt() {
        test.redis().read(commands -> commands.hset(
                test.redis().keys().state(), Utf8.bytes("changing"), Utf8.bytes("1")));

        assertThatThrownBy(() -> verify(3)).isInstanceOf(RedisStartException.class)
                .hasMessageContaining("Another instance");
    }

    private void verify(int partitions) {
        new PartitionCount(test.redis(), this::partitions).verify(partitions);
    }

    private List<RedisQueue> partitions(int count) {
        return Keys.of("test", test.redis().name(), count).stream().map(test.redis()::with).toList();
    }

    private Map<String, String> state() {
        return test.hash(test.redis().keys().state());
    }
}
