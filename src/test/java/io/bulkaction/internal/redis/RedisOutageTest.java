package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.models.partitions.Partitions;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisOutageTest {

    static Stream<Throwable> noAnswer() {
        return Stream.of(
                new RedisConnectionException("Unable to connect"),
                new RedisCommandTimeoutException("Command timed out"),
                new RedisException("Currently not connected. Commands are rejected."),
                new RedisException(new IOException("Connection reset by peer")),
                new PartitionSelectorException("Cannot determine a partition for slot 1", new Partitions()),
                new RedisReadOnlyException("READONLY You can't write against a read only replica."),
                new RedisLoadingException("LOADING Redis is loading the dataset in memory"),
                new IOException("Broken pipe"),
                new TimeoutException(),
                new CancellationException(),
                new ExecutionException(new CompletionException(new RedisConnectionException("gone"))));
    }

    @ParameterizedTest
    @MethodSource("noAnswer")
    void whatTheClientSaysWithoutAnAnswerPassesByItself(Throwable failure) {
        assertReason(failure, Reason.REDIS_UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "CLUSTERDOWN Hash slot not served",
        "CLUSTERDOWN The cluster is down",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "NOREPLICAS Not enough good replicas to write.",
        "READONLY You can't write against a read only replica. script: abc, on @user_script:7.",
        "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
        "ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0",
        "SLOT_MOVING ERR Script attempted to execute a command while the cluster is down"})
    void aServerThatIsNotTheMasterPassesByItself(String answer) {
        assertReason(new RedisCommandExecutionException(answer), Reason.REDIS_UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "MOVED 3999 127.0.0.1:6381",
        "ASK 3999 127.0.0.1:6381",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "ERR Script attempted to access a non local key in a cluster node script: abc, on @user_script:3.",
        "SLOT_MOVING ERR Script attempted to access a non local key in a cluster node"})
    void aSlotThatMovesIsToldApart(String answer) {
        assertReason(new RedisCommandExecutionException(answer), Reason.SLOT_MOVING);
    }

    @Test
    void anErrorStaysWhatItIs() {
        Throwable wrong = new RedisCommandExecutionException("ERR wrong number of arguments");
        Throwable stopping = new RedisCommandInterruptedException(new InterruptedException());
        assertThat(RedisOutage.translate(new CompletionException(wrong))).isSameAs(wrong);
        assertThat(RedisOutage.translate(stopping)).isSameAs(stopping);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "OOM command not allowed when used memory > 'maxmemory'.",
        "OOM allow-oom flag is not set on the script, can not run it when used memory > 'maxmemory'"})
    void aFullMemoryIsToldApart(String answer) {
        assertThat(RedisOutage.translate(new CompletionException(new RedisCommandExecutionException(answer))))
                .isInstanceOf(RedisFullException.class);
    }

    @Test
    void whatWasTranslatedStaysWhatItIs() {
        RuntimeException once = RedisOutage.translate(new TimeoutException());
        assertThat(RedisOutage.translate(new CompletionException(once))).isSameAs(once);
    }

    private static void assertReason(Throwable failure, Reason reason) {
        assertThat(RedisOutage.translate(failure))
                .isInstanceOfSatisfying(RedisUnavailableException.class,
                        unavailable -> assertThat(unavailable.reason()).isEqualTo(reason));
    }
}
