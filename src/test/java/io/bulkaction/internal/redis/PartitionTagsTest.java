package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.QueueName;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTagsTest {

    @Test
    void aQueueOfOnePartitionHasTheTagItAlwaysHad() {
        assertThat(PartitionTags.of(new QueueName("mails"), 1)).containsExactly("mails:0");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6, 10, 100, 256})
    void everyPartOfTheSlotsHasOnePartition(int partitions) {
        for (String queue : List.of("default", "mails", "a:0", "nas-sync")) {
            List<String> tags = PartitionTags.of(new QueueName(queue), partitions);

            assertThat(tags.getFirst()).as("where the queue's own keys are").isEqualTo(queue + ":0");
            assertThat(tags).doesNotHaveDuplicates().hasSize(partitions);
            assertThat(tags.stream().map(tag -> SlotHash.getSlot("p:{" + tag + "}:x") * partitions / 16384)
                    .collect(Collectors.toSet()))
                    .isEqualTo(IntStream.range(0, partitions).boxed().collect(Collectors.toSet()));
        }
    }

    /** Jobs that are stored are found by them: if this fails, do not change the tags but how they are chosen. */
    @Test
    void theTagsOfAQueueNeverChange() {
        assertThat(PartitionTags.of(new QueueName("default"), 6)).containsExactly(
                "default:0", "default:1.2", "default:2.3", "default:3.1", "default:4.11", "default:5.5");
    }
}
