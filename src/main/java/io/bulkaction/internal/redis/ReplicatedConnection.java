package io.bulkaction.internal.redis;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one server for writes whose answer counts only when replicas have them. Nothing else uses it, because
 * {@code WAIT} blocks the connection: writes that are sent meanwhile wait behind it, and the next {@code WAIT} confirms all
 * of them at once.
 *
 * <p>A master that others have replaced has no replicas any more, so nothing is confirmed that it would lose.
 */
final class ReplicatedConnection implements RedisConnectionStateListener {

    /** From one connect to the next: behind a reconnect there may be another server, which knows nothing of the write. */
    record Life(long number) {}

    /** @param next what is confirmed by the WAIT behind the one that is under way; null while nobody asks for it */
    private record UnderWay(@Nullable CompletableFuture<Long> next) {}

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final Map<Replicas, UnderWay> waits = new HashMap<>();
    private volatile Life life = new Life(0);

    ReplicatedConnection(StatefulRedisConnection<byte[], byte[]> connection) {
        this.connection = connection;
        connection.addListener(this);
    }

    RedisAsyncCommands<byte[], byte[]> commands() {
        return connection.async();
    }

    Life life() {
        return life;
    }

    /** For a write that has been answered in that life; fails unless enough replicas have it. */
    CompletableFuture<Long> confirm(Life since, Replicas wanted) {
        return nextWait(wanted).thenApply(confirmed -> {
            if (!life.equals(since)) {
                throw new RedisConnectionException("The connection was lost before replicas had confirmed the write");
            }
            if (confirmed < wanted.count()) {
                throw new RedisUnavailableException(Reason.NOT_REPLICATED, new IllegalStateException(
                        confirmed + " of " + wanted.count() + " replicas confirmed within " + wanted.timeout()));
            }
            return confirmed;
        });
    }

    /** The first WAIT that is sent from now on. */
    private CompletableFuture<Long> nextWait(Replicas wanted) {
        CompletableFuture<Long> mine;
        synchronized (waits) {
            UnderWay current = waits.get(wanted);
            if (current != null && current.next() != null) {
                return current.next();
            }
            mine = new CompletableFuture<>();
            if (current != null) {
                waits.put(wanted, new UnderWay(mine));
                return mine;
            }
            waits.put(wanted, new UnderWay(null));
        }
        send(wanted, mine);
        return mine;
    }

    private void send(Replicas wanted, CompletableFuture<Long> answer) {
        CompletableFuture<Long> sent;
        try {
            sent = connection.async().waitForReplication(wanted.count(), wanted.timeout().toMillis())
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            sent = CompletableFuture.failedFuture(e);
        }
        sent.whenComplete((confirmed, failure) -> {
            sendNext(wanted);
            if (failure == null) {
                answer.complete(confirmed);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }

    private void sendNext(Replicas wanted) {
        CompletableFuture<Long> next;
        synchronized (waits) {
            UnderWay done = waits.remove(wanted);
            next = done == null ? null : done.next();
            if (next != null) {
                waits.put(wanted, new UnderWay(null));
            }
        }
        if (next != null) {
            send(wanted, next);
        }
    }

    @Override
    public void onRedisDisconnected(io.lettuce.core.RedisChannelHandler<?, ?> lost) {
        life = new Life(life.number() + 1);
    }
}
