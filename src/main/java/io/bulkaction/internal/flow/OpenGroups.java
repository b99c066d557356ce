package io.bulkaction.internal.flow;

import io.bulkaction.GroupStatus;
import io.bulkaction.internal.redis.RedisQueue;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The groups whose run has jobs that are not done. */
public final class OpenGroups {

    /** As Redis keeps them. */
    public static final List<GroupStatus> STATUSES =
            List.of(GroupStatus.CREATED, GroupStatus.RUNNING, GroupStatus.CANCELLING);

    private final RedisQueue redis;

    OpenGroups(RedisQueue redis) {
        this.redis = redis;
    }

    CompletableFuture<Long> count() {
        return STATUSES.stream()
                .map(status -> redis.readLater(commands -> commands.zcard(redis.keys().groups(status))))
                .reduce((one, other) -> one.thenCombine(other, Long::sum))
                .orElseThrow();
    }
}
