package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
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

    private final RedisQueue redis;
    private final byte[] key;
    private final String level;

    WaitingGroups(RedisQueue redis, PriorityLevel level) {
        this.redis = redis;
        this.key = redis.keys().fairQueue(level);
        this.level = level.name().toLowerCase(Locale.ROOT);
    }

    long count() {
        CompletableFuture<Long> members = redis.readLater(commands -> commands.zcard(key));
        CompletableFuture<byte[]> inTenants =
                redis.readLater(commands -> commands.hget(redis.keys().tenantGroups(), Utf8.bytes(level)));
        byte[] more = redis.await(inTenants);
        return redis.await(members) + (more == null ? 0 : Long.parseLong(Utf8.text(more)));
    }

    /** A page is one round trip where there are no tenants; otherwise what comes before it is counted. */
    List<GroupId> page(long from, int count) {
        if (redis.read(commands -> commands.scard(redis.keys().tenants())) == 0) {
            return members(from, count).stream().map(GroupId::new).toList();
        }
        List<GroupId> page = new ArrayList<>();
        long skip = from;
        List<String> step;
        for (long at = 0; page.size() < count && !(step = members(at, STEP)).isEmpty(); at += STEP) {
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

    /** @param groups how many it stands for */
    private record Member(String name, long groups) {

        boolean isTenant() {
            return name.endsWith("/");
        }
    }

    private List<Member> sized(List<String> names) {
        List<CompletableFuture<Member>> asked = names.stream()
                .map(name -> name.endsWith("/")
                        ? redis.readLater(commands -> commands.zcard(ring(name)))
                                .thenApply(size -> new Member(name, size))
                        : CompletableFuture.completedFuture(new Member(name, 1)))
                .toList();
        return asked.stream().map(redis::await).toList();
    }

    private List<GroupId> groups(Member member, long from, int count) {
        return member.isTenant()
                ? texts(redis.read(commands -> commands.zrevrange(ring(member.name()), from, from + count - 1)))
                        .stream().map(GroupId::new).toList()
                : List.of(new GroupId(member.name()));
    }

    private List<String> members(long from, int count) {
        return texts(redis.read(commands -> commands.zrevrange(key, from, from + count - 1)));
    }

    private byte[] ring(String tenant) {
        return redis.keys().tenant(new TenantId(tenant.substring(0, tenant.length() - 1)), level);
    }

    private static List<String> texts(List<byte[]> members) {
        return members.stream().map(Utf8::text).toList();
    }
}
