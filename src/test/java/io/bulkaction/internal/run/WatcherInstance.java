package io.bulkaction.internal.run;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** A process of its own that watches one queue and writes the id of each event into a file, until it is killed. */
final class WatcherInstance {

    private WatcherInstance() {}

    /** @param args port of Redis, name of the queue, file of the events */
    public static void main(String[] args) throws InterruptedException {
        RedisAccess redis = TestRedis.connect(Integer.parseInt(args[0]));
        QueueName name = new QueueName(args[1]);
        Queue queue = Queue.on(new RedisQueue(
                name, Defaults.queue(), new Keys("test", name), redis, new Scripts(redis, (script, took) -> {})));
        // why so short: the next process takes over at once what a killed one had taken
        WatchTiming timing = new WatchTiming(
                Duration.ofMillis(10), Duration.ofMillis(200), Duration.ofMillis(500), Duration.ofSeconds(5),
                Duration.ofMinutes(1));
        CallbackSender callbacks = new CallbackSender(
                new CallbackSettings(List.of(), List.of(), "", Duration.ofSeconds(1), Duration.ofHours(1), 1));
        Path events = Path.of(args[2]);
        new Watcher(queue, new ResultAggregators(List.of()), event -> write(events, event), callbacks, timing).start();
        Thread.currentThread().join();
    }

    /** One write of one line, so that a killed process leaves it whole or not at all. */
    private static void write(Path events, Object event) {
        try {
            Files.write(
                    events,
                    (((GroupCompletedEvent) event).id() + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
