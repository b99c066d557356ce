package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.WakeList;
import io.bulkaction.testing.FlakyProxy;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Two servers behind one address, as behind a DNS name, a virtual IP or a Service of Kubernetes, which leads to the master. */
class OneAddressIT {

    private static final byte[] KEY = {'k'};

    private RedisServer first;
    private RedisServer second;
    private FlakyProxy address;
    private RedisAccess redis;

    @BeforeEach
    void start() {
        first = RedisServer.start();
        second = RedisServer.start("--replicaof", "127.0.0.1", Integer.toString(first.port()));
        address = new FlakyProxy(first.port());
        redis = TestRedis.connect("127.0.0.1", address.port(), Duration.ofSeconds(3));
        assertThat(write()).isTrue();
    }

    @AfterEach
    void stop() {
        redis.close();
        address.close();
        first.thaw();
        first.close();
        second.close();
    }

    /** Its connections stayed, every write was refused with READONLY for ever, and the health was green. */
    @Test
    void aMasterThatHasBeenDemotedIsLeft() {
        WakeList waits = new WakeList(redis, KEY);
        second.follow();
        first.follow(second);
        address.leadTo(second.port());
        assertThat(write()).isFalse();

        await().until(this::write);
        assertThat(waits.await(Duration.ofSeconds(1))).isFalse();
        waits.close();
    }

    @Test
    void aServerThatIsNoMasterIsDown() {
        assertThat(new RedisHealth(redis).health().getStatus()).isEqualTo(Status.UP);

        second.follow();
        first.follow(second);

        assertThat(new RedisHealth(redis).health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(write()).isFalse();
    }

    /** It answers nobody and closes nothing, so its connections were waited for as long as it was frozen. */
    @Test
    void aMasterThatHangsIsLeftOnceTheAddressLeadsToAnother() {
        second.follow();
        first.freeze();

        address.leadTo(second.port());

        await().until(this::write);
    }

    private boolean write() {
        try {
            redis.await(redis.commands().incr(new byte[] {'n'}).toCompletableFuture());
            return true;
        } catch (RedisUnavailableException e) {
            return false;
        }
    }
}
