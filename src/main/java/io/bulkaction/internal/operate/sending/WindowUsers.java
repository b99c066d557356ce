package io.bulkaction.internal.operate.sending;

import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ValueScanCursor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds out whether anything keeps to a sending window. For rare calls: it walks over all groups that have limits. */
final class WindowUsers {

    private static final int STEP = 500;
    private static final byte[] WINDOW = Utf8.bytes("sendingWindow");
    private static final byte[] STATUS = Utf8.bytes("status");

    private final Queues queues;

    WindowUsers(Queues queues) {
        this.queues = queues;
    }

    /** In words; runs that have ended do not count. */
    Optional<String> of(String window) {
        return queues.all().stream().flatMap(queue -> of(queue, window).stream()).findFirst();
    }

    private static Optional<String> of(Queue queue, String window) {
        String own = QueueControl.of(queue).survey().limits().sendingWindowOr(queue.settings());
        return window.equals(own) ? Optional.of("queue " + queue.name())
                : queue.redis().stream().flatMap(redis -> member(redis, window).stream()).findFirst();
    }

    private static Optional<String> member(RedisQueue redis, String window) {
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            ScanCursor from = cursor;
            ValueScanCursor<byte[]> page = redis.read(commands -> commands.sscan(
                    redis.keys().limited(), from, ScanArgs.Builder.limit(STEP)));
            Optional<String> user = among(redis, page.getValues().stream().map(Utf8::text).toList(), window);
            if (user.isPresent()) {
                return user;
            }
            cursor = page;
        } while (!cursor.isFinished());
        return Optional.empty();
    }

    private static Optional<String> among(RedisQueue redis, List<String> members, String window) {
        List<CompletableFuture<List<KeyValue<byte[], byte[]>>>> answers = members.stream()
                .map(member -> redis.readLater(commands -> commands.hmget(meta(redis, member), WINDOW, STATUS)))
                .toList();
        for (int i = 0; i < members.size(); i++) {
            List<KeyValue<byte[], byte[]>> fields = redis.await(answers.get(i));
            boolean isOver = text(fields.get(1)).map(GroupStatus::valueOf).filter(GroupStatus::isFinished).isPresent();
            if (text(fields.get(0)).equals(Optional.of(window)) && !isOver) {
                return Optional.of((isTenant(members.get(i)) ? "tenant " : "group ") + members.get(i) + " of queue "
                        + redis.name());
            }
        }
        return Optional.empty();
    }

    private static byte[] meta(RedisQueue redis, String member) {
        return redis.keys().key(isTenant(member) ? "tenant:" + member.substring(0, member.length() - 1) + ":meta"
                : "group:" + member + ":meta");
    }

    private static boolean isTenant(String member) {
        return member.endsWith("/");
    }

    private static Optional<String> text(KeyValue<byte[], byte[]> field) {
        return field.optional().map(Utf8::text);
    }
}
