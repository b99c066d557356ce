package io.bulkaction.internal.run;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import java.util.List;
import java.util.Map;

/** A process of its own that starts waiting groups of two queues, until it is killed. */
final class FollowerInstance {

    private FollowerInstance() {}

    /** @param args port of Redis, names of the queues */
    public static void main(String[] args) throws InterruptedException {
        RedisAccess redis = TestRedis.connect(Integer.parseInt(args[0]));
        TestQueue one = TestQueue.named(redis, args[1]);
        TestQueue two = TestQueue.named(redis, args[2]);
        Queues queues = new Queues(Map.of(one.queue().name(), one.queue(), two.queue().name(), two.queue()));
        GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
        new Followers(queues.all(), queues, groups).loop().start();
        Thread.currentThread().join();
    }
}
