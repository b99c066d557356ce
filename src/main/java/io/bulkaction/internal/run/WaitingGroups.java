package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.MergedSets;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * The groups that wait for their turn on one level, the next one first. The groups of a tenant stand together, where the
 * tenant stands. Parked groups are not among them; those of a parked tenant are counted only.
 */
final class WaitingGroups {

    private static final int STEP = 500;

    private final Queue queue;
    private final MergedSets members;
    private final String level;

    WaitingGroups(Queue queue, PriorityLevel level) {
        this.queue = queue;
        this.members = new MergedSets(queue.redis(), keys -> keys.fairQueue(level));
        this.level = level.name().toLowerCase(Locale.ROOT);
    }

    long count() {
        List<CompletableFuture<byte[]>> inTenants = queue.redis().stream()
                .map(redis -> redis.readLater(
                        commands -> commands.hget(redis.keys().tenantGroups(), Utf8.bytes(level))))
                .toList();
        return members.size() + inTenants.stream()
                .map(queue.home().redis()::await)
                .mapToLong(more -> more == null ? 0 : Long.parseLong(Utf8.text(more)))
                .sum();
    }

    /** A page is one round trip where there are no tenants; otherwise what comes before it is counted. */
    List<GroupId> page(long from, int count) {
        if (!hasTenants()) {
            return names(from, count).stream().map(GroupId::new).toList();
        }
        List<GroupId> page = new ArrayList<>();
        long skip = from;
        List<String> step;
        for (long at = 0; page.size() < count && !(step = names(at, STEP)).isEmpty(); at += STEP) {
            for (Member member : sized(step)) {
                if (skip >= member.groups()) {
                    skip -= member.groups();
                } else if (page.size() < count) {
                    page.addAll(groups(member, skip, count - page.size()));
                    skip = 0;
                }
            }
        }
        return page;
    }

    private boolean hasTenants() {
        List<CompletableFuture<Long>> tenants = queue.redis().stream()
                .map(redis -> redis.readLater(commands -> commands.scard(redis.keys().tenants())))
                .toList();
        return tenants.stream().anyMatch(size -> queue.home().redis().await(size) > 0);
    }

    /** @param groups how many it stands for */
    private record Member(String name, long groups) {

        boolean isTenant() {
            return name.endsWith("/");
        }
    }

    private List<Member> sized(List<String> names) {
        List<CompletableFuture<Member>> asked = names.stream()
                .map(name -> name.endsWith("/")
                        ? of(name).readLater(commands -> commands.zcard(ring(name)))
                                .thenApply(size -> new Member(name, size))
                        : CompletableFuture.completedFuture(new Member(name, 1)))
                .toList();
        return asked.stream().map(queue.home().redis()::await).toList();
    }

    private List<GroupId> groups(Member member, long from, int count) {
        return member.isTenant()
                ? of(member.name()).read(
                        commands -> commands.zrevrange(ring(member.name()), from, from + count - 1))
                        .stream().map(group -> new GroupId(Utf8.text(group))).toList()
                : List.of(new GroupId(member.name()));
    }

    private List<String> names(long from, int count) {
        return members.page(from, count).stream().map(MergedSets.Entry::member).toList();
    }

    private RedisQueue of(String tenant) {
        return queue.of(idOf(tenant)).redis();
    }

    private byte[] ring(String tenant) {
        return of(tenant).keys().tenant(idOf(tenant), level);
    }

    private static TenantId idOf(String tenant) {
        return new TenantId(tenant.substring(0, tenant.length() - 1));
    }
}
