package io.bulkaction.internal.redis;

import io.bulkaction.QueueName;
import io.lettuce.core.cluster.SlotHash;
import java.util.ArrayList;
import java.util.List;

/**
 * The hash tags of a queue's partitions. The slots of a cluster are divided into as many equal parts as there are
 * partitions, and each part gets one, so that nodes that have equally many slots in a row get equally many partitions.
 *
 * <p>Partition 0 has the tag {@code queue:0}, however many there are, because what a queue has once is found there. The
 * others follow in the parts after the one in which it lies: of {@code queue:p}, {@code queue:p.1}, {@code queue:p.2}, ...
 * partition p has the first that lies in its part.
 */
final class PartitionTags {

    private PartitionTags() {}

    static List<String> of(QueueName queue, int partitions) {
        List<String> tags = new ArrayList<>();
        String first = queue + ":0";
        tags.add(first);
        int firstPart = part(first, partitions);
        for (int partition = 1; partition < partitions; partition++) {
            tags.add(find(queue + ":" + partition, (firstPart + partition) % partitions, partitions));
        }
        return tags;
    }

    private static String find(String name, int part, int partitions) {
        String tag = name;
        for (int suffix = 1; part(tag, partitions) != part; suffix++) {
            tag = name + "." + suffix;
        }
        return tag;
    }

    private static int part(String tag, int partitions) {
        return SlotHash.getSlot(Utf8.bytes(tag)) * partitions / SlotHash.SLOT_COUNT;
    }
}
