package io.bulkaction.internal.redis;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.LettuceClient.Connected;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Looks after the connections: leaves a server that is not the master any more, whether it still answers, refuses to write or
 * answers nobody. Sentinels are asked all the time, because they know before a server does. Elsewhere nothing is asked while all
 * is well, except, behind one address, now and then whether it leads to a master.
 */
final class MasterWatch {

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** How long a question may take. Whoever waits longer for a command has the masters looked at. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration LAST_LOOK = Duration.ofSeconds(2);

    private final RedisLocation.Kind kind;
    private final LettuceClient client;
    private final Connections connections;
    private final Duration whileAllIsWell;
    private final Loop loop = new Loop("redis-watch", this::look);
    private volatile boolean troubled;
    private volatile List<String> silent = List.of();

    /** @param whileAllIsWell how often the server behind one address is asked */
    MasterWatch(RedisLocation.Kind kind, LettuceClient client, Connections connections, Duration whileAllIsWell) {
        this.kind = kind;
        this.client = client;
        this.connections = connections;
        this.whileAllIsWell = whileAllIsWell;
    }

    void start() {
        loop.start();
    }

    void stop() {
        loop.stop(Deadline.in(LAST_LOOK));
    }

    /** A call has failed, or takes long. */
    void trouble() {
        troubled = true;
        loop.wake();
    }

    private Duration look() {
        switch (kind) {
            case SENTINEL -> client.namedMaster(loop::wake).ifPresent(connections::leaveAllBut);
            case SINGLE -> lookAtOne();
            case CLUSTER -> lookAtCluster();
        }
        return kind == RedisLocation.Kind.SINGLE && silent.isEmpty() ? whileAllIsWell : LOOK_EVERY;
    }

    private void lookAtOne() {
        Connected known = connections.sharedIfOpen();
        if (known == null || !(known.connection() instanceof StatefulRedisConnection<byte[], byte[]> connection)) {
            return;
        }
        Answer answer = answer(LettuceClient.isMaster(connection));
        silent = answer == Answer.NONE ? List.of(known.server()) : List.of();
        if (answer == Answer.NO || answer == Answer.NONE && answer(client.leadsToMaster()) == Answer.YES) {
            connections.leaveAll(
                    answer == Answer.NO ? "It is not a master any more" : "It does not answer, and another does");
            silent = List.of();
        }
    }

    private enum Answer {
        YES,
        NO,
        NONE,
        FAILED
    }

    private static Answer answer(CompletableFuture<Boolean> question) {
        return question.thenApply(yes -> yes ? Answer.YES : Answer.NO)
                .exceptionally(failed -> Answer.FAILED)
                .completeOnTimeout(Answer.NONE, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Only after trouble, and then until everybody answers. */
    private void lookAtCluster() {
        Connected known = connections.sharedIfOpen();
        if (known != null && (troubled || !silent.isEmpty())) {
            troubled = false;
            try {
                Map<RedisClusterNode, Boolean> answers = ask(known);
                silent = silent(answers,
                        answers.containsValue(true) ? client.leaveFormerMasters(answers) : client.masters());
            } catch (RuntimeException e) {
                troubled = true;
                throw e;
            }
        }
    }

    /** Masters of a cluster that do not answer now. Fails if none does. */
    List<String> silentNow() {
        Map<RedisClusterNode, Boolean> answers = ask(connections.shared());
        if (!answers.containsValue(true)) {
            throw new RedisConnectionException("No master of the cluster answers");
        }
        return silent(answers, client.masters());
    }

    private static List<String> silent(Map<RedisClusterNode, Boolean> answers, List<RedisClusterNode> masters) {
        Set<String> ids = masters.stream().map(RedisClusterNode::getNodeId).collect(Collectors.toSet());
        return answers.entrySet().stream()
                .filter(answer -> !answer.getValue() && ids.contains(answer.getKey().getNodeId()))
                .map(answer -> answer.getKey().getUri().getHost() + ":" + answer.getKey().getUri().getPort())
                .toList();
    }

    /** All at once, so that it takes as long as one. */
    private Map<RedisClusterNode, Boolean> ask(Connected connected) {
        StatefulRedisClusterConnection<byte[], byte[]> cluster =
                (StatefulRedisClusterConnection<byte[], byte[]>) connected.connection();
        Map<RedisClusterNode, CompletableFuture<Boolean>> asked = new LinkedHashMap<>();
        for (RedisClusterNode master : client.masters()) {
            asked.put(master, cluster.getConnectionAsync(master.getNodeId())
                    .thenCompose(node -> node.async().ping())
                    .thenApply(pong -> true)
                    .completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(failed -> false));
        }
        Map<RedisClusterNode, Boolean> answers = new LinkedHashMap<>();
        asked.forEach((master, answer) -> answers.put(master, answer.join()));
        return answers;
    }
}
