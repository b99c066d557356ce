package io.bulkaction.operate;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.Queues;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One queue with everything an administrator needs. */
public record Office(
        TestQueue test,
        JobDriver driver,
        QueueName name,
        Queues queues,
        Audit audit,
        ProgressBoard board,
        QueueOperations operations) {

    public static Office with(String... properties) {
        return of(TestQueue.with(properties));
    }

    public static Office of(TestQueue test) {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        Audit audit = new Audit(queues);
        ProgressBoard board = new ProgressBoard();
        return new Office(
                test,
                new JobDriver(test),
                test.queue().name(),
                queues,
                audit,
                board,
                new QueueOperations(queues, audit, board));
    }

    /** As the watcher leaves a run whose result is made, with as little of it as matters here. */
    void finish(String group) {
        byte[] meta = test.redis().keys().group(new GroupId(group), "meta");
        test.redis().read(commands -> commands.hset(meta, bytes("status"), bytes("COMPLETED")));
        test.redis().read(commands -> commands.zrem(test.redis().keys().aggregating(), bytes(group)));
        test.redis().read(commands -> commands.zadd(test.redis().keys().finished(), test.now(), bytes(group)));
    }

    /** Marks a group as the first step of a cancellation does; what comes across it then is cancelled. */
    void cancel(String group) {
        byte[] meta = test.redis().keys().group(new GroupId(group), "meta");
        test.redis().read(commands -> commands.hset(meta, bytes("status"), bytes("CANCELLING")));
        test.redis().read(commands -> commands.sadd(test.redis().keys().cancelling(), bytes(group)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
