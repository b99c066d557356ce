package io.bulkaction.internal.flow;

import io.bulkaction.GroupStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The groups whose run has jobs that are not done. */
public final class OpenGroups {

    /** As Redis keeps them. */
    public static final List<GroupStatus> STATUSES =
            List.of(GroupStatus.CREATED, GroupStatus.RUNNING, GroupStatus.CANCELLING);

    private final Queue queue;

    OpenGroups(Queue queue) {
        this.queue = queue;
    }

    CompletableFuture<Long> count() {
        return queue.redis().stream()
                .flatMap(redis -> STATUSES.stream()
                        .map(status -> redis.readLater(commands -> commands.zcard(redis.keys().groups(status)))))
                .reduce((one, other) -> one.thenCombine(other, Long::sum))
                .orElseThrow();
    }
}
