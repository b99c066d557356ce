package io.bulkaction.internal.testkit;

import io.bulkaction.GroupId;
import io.bulkaction.JobView;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.run.JobLookup;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds every job of a queue by its key. Walks through all of Redis, so it is for tests only. */
final class GroupJobs {

    private static final int PIECE = 1_000;

    private final RedisQueue redis;
    private final Queue queue;

    GroupJobs(Queue queue) {
        this.redis = queue.home().redis();
        this.queue = queue;
    }

    /** In the order in which they were submitted. */
    List<JobView> of(GroupId group) {
        return keys(prefix() + "job:" + group + JobName.SEPARATOR + "*").stream()
                .map(key -> JobName.parse(key.substring((prefix() + "job:").length())))
                .sorted(Comparator.comparingLong(this::position))
                .map(JobLookup.of(queue)::find)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Takes everything of the queue away. */
    void clear() {
        for (String key : keys(prefix() + "*")) {
            redis.read(commands -> commands.unlink(Utf8.bytes(key)));
        }
    }

    private List<String> keys(String pattern) {
        List<String> found = new ArrayList<>();
        ScanArgs piece = ScanArgs.Builder.limit(PIECE).match(pattern);
        KeyScanCursor<byte[]> at = redis.read(commands -> commands.scan(piece));
        while (true) {
            at.getKeys().forEach(key -> found.add(Utf8.text(key)));
            if (at.isFinished()) {
                return found;
            }
            ScanCursor next = ScanCursor.of(at.getCursor());
            at = redis.read(commands -> commands.scan(next, piece));
        }
    }

    private long position(JobName job) {
        byte[] position = redis.read(
                commands -> commands.hget(redis.keys().key("job:" + job), Utf8.bytes("position")));
        return position == null ? 0 : Long.parseLong(Utf8.text(position));
    }

    private String prefix() {
        return redis.keys().prefix();
    }
}
