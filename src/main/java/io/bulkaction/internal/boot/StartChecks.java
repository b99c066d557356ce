package io.bulkaction.internal.boot;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.PartitionCount;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.Layout;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisChecks;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.BulkActionSettings.StartCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Looks at Redis before anything is submitted or run, and after all beans exist, so that a failed check closes them in
 * order. Where the application prefers to start in any case, the check is repeated until it passes, and nothing is submitted or
 * run before.
 */
final class StartChecks implements SmartInitializingSingleton, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(StartChecks.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
    private static final Duration UNDER_WAY = Duration.ofSeconds(5);

    private final RedisAccess redis;
    private final RedisChecks servers;
    private final Queues queues;
    private final Accounts accounts;
    private final StartCheck mode;
    private final String keyPrefix;
    private final Loop again = new Loop("redis-check", this::checkAgain);
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean hasPassed;
    private String lastSaid = "";

    StartChecks(
            RedisAccess redis, RedisChecks servers, Queues queues, Accounts accounts, BulkActionSettings settings) {
        this.redis = redis;
        this.servers = servers;
        this.queues = queues;
        this.accounts = accounts;
        this.mode = settings.startCheck();
        this.keyPrefix = settings.keyPrefix();
    }

    @Override
    public void afterSingletonsInstantiated() {
        try {
            check();
            pass();
        } catch (RedisStartException refused) {
            if (mode == StartCheck.FAIL) {
                throw refused;
            }
            refuse(refused);
            again.start();
        }
    }

    /** Now, or as soon as the check has passed. */
    void whenPassed(Runnable action) {
        synchronized (waiting) {
            if (!hasPassed) {
                waiting.add(action);
                return;
            }
        }
        action.run();
    }

    private void pass() {
        redis.refuse(null);
        List<Runnable> actions;
        synchronized (waiting) {
            hasPassed = true;
            actions = List.copyOf(waiting);
            waiting.clear();
        }
        actions.forEach(Runnable::run);
    }

    private void check() {
        try {
            servers.verify();
            queues.all().forEach(this::check);
        } catch (RedisUnavailableException gone) {
            throw servers.unreachable(gone);
        }
    }

    private void check(Queue queue) {
        RedisQueue home = queue.home().redis().unchecked();
        Layout.verify(home);
        new PartitionCount(
                home, count -> Keys.of(keyPrefix, queue.name(), count).stream().map(home::with).toList(), accounts)
                .verify(queue.settings().partitions());
    }

    private Duration checkAgain() {
        try {
            check();
            log.info("Redis passes the checks now");
            again.requestStop();
            pass();
        } catch (RedisStartException refused) {
            refuse(refused);
        }
        return AGAIN_AFTER;
    }

    /** Says so once, however often it is found again. */
    private void refuse(RedisStartException refused) {
        redis.refuse(refused);
        String text = String.valueOf(refused.getMessage());
        if (!text.equals(lastSaid)) {
            lastSaid = text;
            log.warn(
                    "{} Started nevertheless, because bulk-action.start-check is warn; nothing is accepted or run until"
                            + " this is over. {}",
                    text, refused.remedy());
        }
    }

    @Override
    public void destroy() {
        again.stop(Deadline.in(UNDER_WAY));
    }
}
