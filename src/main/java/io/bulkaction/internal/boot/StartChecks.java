package io.bulkaction.internal.boot;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.Layout;
import io.bulkaction.internal.redis.PartitionCount;
import io.bulkaction.internal.redis.RedisChecks;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.BulkActionSettings.StartCheck;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Looks at Redis before anything is submitted or run, and after all beans exist, so that a failed check closes them in
 * order. Where the application prefers to start in any case, the check is repeated until it passes.
 */
final class StartChecks implements SmartInitializingSingleton, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(StartChecks.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
    private static final Duration UNDER_WAY = Duration.ofSeconds(5);

    private final RedisChecks redis;
    private final Queues queues;
    private final StartCheck mode;
    private final String keyPrefix;
    private final Loop again = new Loop("redis-check", this::checkAgain);
    private String lastSaid = "";

    StartChecks(RedisChecks redis, Queues queues, BulkActionSettings settings) {
        this.redis = redis;
        this.queues = queues;
        this.mode = settings.startCheck();
        this.keyPrefix = settings.keyPrefix();
    }

    @Override
    public void afterSingletonsInstantiated() {
        try {
            check();
        } catch (RedisStartException refused) {
            if (mode == StartCheck.FAIL) {
                throw refused;
            }
            say(refused);
            again.start();
        }
    }

    private void check() {
        redis.verify();
        queues.all().forEach(this::check);
    }

    private void check(Queue queue) {
        RedisQueue home = queue.home().redis();
        Layout.verify(home);
        new PartitionCount(home, count -> Keys.of(keyPrefix, queue.name(), count).stream().map(home::with).toList())
                .verify(queue.settings().partitions());
    }

    private Duration checkAgain() {
        try {
            check();
            log.info("Redis passes the checks now");
            again.requestStop();
        } catch (RedisStartException refused) {
            say(refused);
        }
        return AGAIN_AFTER;
    }

    /** Once, however often it is found again. */
    private void say(RedisStartException refused) {
        String text = String.valueOf(refused.getMessage());
        if (!text.equals(lastSaid)) {
            lastSaid = text;
            log.warn("{} Started nevertheless, because bulk-action.start-check is warn; jobs wait. {}", text,
                    refused.remedy());
        }
    }

    @Override
    public void destroy() {
        again.stop(Deadline.in(UNDER_WAY));
    }
}
