package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.TenantId;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One queue: its name, its settings and the partitions that its groups are spread over. All groups of a tenant are in the
 * same partition, because they share its turns and its limits.
 */
public record Queue(QueueName name, QueueSettings settings, List<Partition> partitions, List<Ledger> ledgers,
        PartitionSignals signals, ForeignTypes foreign) {

    /** A queue of one partition. */
    public static Queue on(RedisQueue redis) {
        return of(List.of(redis), List.of());
    }

    /**
     * @param redis the partitions as Redis sees them
     * @param ledgers of which each start takes a token, last that of a limiter; none where the only partition counts its
     *     tokens itself
     */
    public static Queue of(List<RedisQueue> redis, List<Ledger> ledgers) {
        ClaimIds claimIds = new ClaimIds();
        RedisQueue first = redis.getFirst();
        ForeignTypes foreign = new ForeignTypes(first.settings().reliability().unknownProcessorAfter());
        PartitionSignals signals = new PartitionSignals(first, redis.size(), !ledgers.isEmpty());
        List<Partition> made = IntStream.range(0, redis.size())
                .mapToObj(number -> Partition.on(redis.get(number), number, claimIds, foreign, signals))
                .toList();
        return new Queue(first.name(), first.settings(), made, ledgers, signals, foreign);
    }

    /** The first partition: also has what a queue has once, such as its alerts, its tasks and its audit trail. */
    public Partition home() {
        return partitions.getFirst();
    }

    /** Where the tokens are counted that other queues take as well; empty unless this one has such a limiter. */
    public Optional<Ledger> limiter() {
        return settings.backpressure().limiter() == null ? Optional.empty() : Optional.of(ledgers.getLast());
    }

    /** The partitions as Redis sees them. */
    public List<RedisQueue> redis() {
        return partitions.stream().map(Partition::redis).toList();
    }

    /**
     * Does something to every partition that can be reached, beginning with another one each time: so neither what the first one
     * has nor one that is away keeps the others waiting. Fails only if none can be reached.
     */
    public void forEachInTurn(Consumer<Partition> action) {
        List<Partition> all = new ArrayList<>(partitions);
        Collections.rotate(all, ThreadLocalRandom.current().nextInt(all.size()));
        @Nullable
        RedisUnavailableException away = null;
        int reached = 0;
        for (Partition partition : all) {
            try {
                action.accept(partition);
                reached++;
            } catch (RedisUnavailableException failed) {
                away = failed;
            }
        }
        if (away != null && reached == 0) {
            throw away;
        }
    }

    public Partition of(GroupId group) {
        return partitions.get(PartitionChoice.of(group, partitions.size()));
    }

    public Partition of(TenantId tenant) {
        return partitions.get(PartitionChoice.of(tenant, partitions.size()));
    }

    public boolean isPartitioned() {
        return partitions.size() > 1;
    }

    public RateLimiter rateLimiter() {
        return new RateLimiter(this);
    }

    public CongestionControl congestion() {
        return new CongestionControl(this);
    }

    public LargestGroups largestGroups(int most) {
        return new LargestGroups(this, most);
    }

    /** For one thread that claims. */
    public Tokens tokens() {
        return new Tokens(ledgers);
    }

    /** Does something to every partition, also if it fails for one of them; throws the first failure. */
    public void forEach(Consumer<Partition> action) {
        @Nullable
        RuntimeException failure = null;
        for (Partition partition : partitions) {
            try {
                action.accept(partition);
            } catch (RuntimeException failed) {
                failure = failure == null ? failed : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** What makes a pause of one partition a pause of the queue. */
    public Pauses pauses() {
        return new Pauses(this);
    }

    /** Things by the partition of their group, in their order. */
    public <T> Map<Partition, List<T>> byPartition(Collection<T> things, Function<T, GroupId> group) {
        if (!isPartitioned()) {
            return things.isEmpty() ? Map.of() : Map.of(home(), List.copyOf(things));
        }
        Map<Partition, List<T>> parts = new LinkedHashMap<>();
        things.forEach(
                thing -> parts.computeIfAbsent(of(group.apply(thing)), partition -> new ArrayList<>()).add(thing));
        return parts;
    }
}
