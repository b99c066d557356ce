package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.TenantId;
import java.nio.charset.StandardCharsets;

/**
 * Which partition a group is in: a hash of its tenant; a group without one is its own. The hash is part of what is stored:
 * with another one groups would not be found again. So it is neither {@link String#hashCode()}, which spreads names that
 * differ in their last digits badly, nor that of the slots, which is what the tags of partitions are chosen by.
 */
final class PartitionChoice {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private PartitionChoice() {}

    static int of(GroupId group, int partitions) {
        int slash = group.value().indexOf('/');
        return of(slash < 0 ? group.value() : group.value().substring(0, slash), partitions);
    }

    static int of(TenantId tenant, int partitions) {
        return of(tenant.value(), partitions);
    }

    private static int of(String tenant, int partitions) {
        return partitions == 1 ? 0 : (int) Long.remainderUnsigned(hash(tenant), partitions);
    }

    /** FNV-1a of 64 bits, mixed as in SplitMix64, because the low bits of FNV alone depend on few bits of a short name. */
    static long hash(String text) {
        long hash = FNV_OFFSET;
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (next & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return hash ^ hash >>> 31;
    }
}
