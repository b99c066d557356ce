package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Notes;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.ZStoreArgs;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a job costs Redis in commands and memory, with the settings of the embedded one. */
class CostIT {

    private static final int JOBS = 3_000;
    private static final String COPY = """
            local prefix, from, to, each = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
            for i = from, to do
              local key = prefix .. 'group:group-' .. i
              redis.call('COPY', prefix .. 'group:template:meta', key .. ':meta')
              redis.call('HSET', key .. ':meta', 'status', 'RUNNING', 'totalJobs', each + 1)
              for j = 1, each do redis.call('RPUSH', key .. ':jobs', i .. '-' .. j) end
              redis.call('ZADD', prefix .. 'fair-queue:normal', -1800000000000 - i / 1024, 'group-' .. i)
              redis.call('ZADD', prefix .. 'groups:RUNNING', 1, 'group-' .. i)
            end
            return to
            """;

    private final PrivateRedis redis = PrivateRedis.start();

    @AfterEach
    void close() {
        redis.close();
    }

    /**
     * A batch takes from each of ten groups what it takes from each of a hundred thousand: one job. Where groups are fewer
     * than the batch is long, a job is cheaper, because a group is read and written once per batch.
     */
    @Test
    void fetchingAJobCostsTheSameWithTenGroupsAndWithAHundredThousand() {
        double few = commandsPerJob(10, 10);

        assertThat(few).isLessThan(10);
        assertThat(commandsPerJob(1_000, 10)).isCloseTo(few, Percentage.withPercentage(50));
        assertThat(commandsPerJob(100_000, 10)).isCloseTo(few, Percentage.withPercentage(50));
    }

    /** A group of one job is the commonest there is. Everything after its submit counts: served, run, ended, announced, forgotten. */
    @Test
    void aGroupOfOneJobCostsTenCommandsAfterItsSubmit() {
        int groups = 1_000;
        TestQueue test = TestQueue.on(redis, "backpressure.global-rps", "1000000000",
                "backpressure.ready-queue-max-size", "10000");
        IntStream.range(0, groups).forEach(i -> test.enqueue("g" + i, "job-" + i));

        PrivateRedis.Cost served = redis.costOf(() -> {
            while (test.fetch(100).ready() > 0) {
                test.complete(test.claim(50));
                test.complete(test.claim(50));
            }
        });
        PrivateRedis.Cost announced = redis.costOf(() -> {
            Notes noted = Groups.of(test.queue()).noted();
            for (List<Notes.Note> notes = take(test, noted); !notes.isEmpty(); notes = take(test, noted)) {
                assertThat(noted.events(notes)).allMatch(Optional::isPresent);
                noted.removeEvents(notes);
            }
        });
        test.advance(Duration.ofDays(8).toMillis());
        PrivateRedis.Cost forgotten = redis.costOf(() -> {
            while (CompletedJobs.of(test.queue()).expire(250) > 0) {
            }
            while (Groups.of(test.queue()).forget(100) > 0) {
            }
        });

        double life = (double) (served.commands() + announced.commands()) / groups;
        System.out.printf("a group of one job takes %.2f commands, and %.2f when it is forgotten%n",
                life, (double) forgotten.commands() / groups);
        assertThat(life).isLessThanOrEqualTo(10);
        assertThat((double) forgotten.commands() / groups).isLessThan(2);
    }

    private static List<Notes.Note> take(TestQueue test, Notes noted) {
        return noted.takeEvents(test.partition(), 50, Duration.ofSeconds(60));
    }

    @Test
    void aFetchAtTheStartOfAWindowIsNoLongerWhenThousandsOfGroupsWereParkedForIt() {
        TestQueue test = TestQueue.on(redis);
        fill(test, 4_000, 5);
        Keys keys = test.redis().keys();
        byte[] served = keys.fairQueue(PriorityLevel.NORMAL);
        test.redis().<Long>read(
                commands -> commands.zunionstore(keys.parked(), ZStoreArgs.Builder.weights(0), served));
        test.redis().<Long>read(commands -> commands.del(served));

        PrivateRedis.Cost cost = redis.costOf(() -> assertThat(test.fetch(50).ready()).isEqualTo(50));

        assertThat(cost.commands()).isLessThan(1_000);
    }

    @Test
    void aJobWithAHundredBytesOfPayloadTakesLessThanFourHundredBytes() {
        TestQueue test = TestQueue.on(redis);
        String payload = "{\"text\":\"" + "x".repeat(89) + "\"}";
        assertThat(payload).hasSize(100);
        List<EnqueueBatch.Entry> jobs = IntStream.range(0, 1000)
                .mapToObj(i -> new EnqueueBatch.Entry(new JobId("promo-2026-customer-%07d".formatted(i)), payload))
                .toList();
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "SEND_EMAIL", jobs));

        long hashes = jobs.stream().mapToLong(job -> bytes(test, test.jobKey(test.name(job.id().value())))).sum();
        long list = bytes(test, test.redis().keys().group(new GroupId("a"), "jobs"));
        System.out.printf("a job of 100 bytes takes %d bytes of Redis%n", (hashes + list) / 1000);
        assertThat((hashes + list) / 1000).isLessThan(400);
        String encoding =
                test.redis().read(
                        commands -> commands.objectEncoding(test.jobKey(test.name(jobs.getFirst().id().value()))));
        assertThat(encoding).isEqualTo("listpack");
    }

    private static long bytes(TestQueue test, byte[] key) {
        return test.redis().<Long>read(commands -> commands.memoryUsage(key));
    }

    private double commandsPerJob(int groups, int batch) {
        TestQueue test = TestQueue.on(redis, "backpressure.global-rps", "1000000000", "fair-queue.alpha", "0");
        fill(test, groups, Math.max(1, JOBS / groups));
        AtomicInteger fetched = new AtomicInteger();
        PrivateRedis.Cost cost = redis.costOf(() -> {
            while (fetched.get() < JOBS / 5) {
                fetched.addAndGet(test.fetch(batch).ready());
            }
        });
        redis.clear();
        return (double) cost.commands() / fetched.get();
    }

    /** Copies of one real group: submitting to each would take far longer than what is measured. */
    private static void fill(TestQueue test, int groups, int each) {
        test.enqueue("template", "job");
        test.complete(serve(test));
        for (int from = 0; from < groups; from += 5_000) {
            String[] args = {
                test.redis().keys().prefix(), "" + from, "" + (Math.min(from + 5_000, groups) - 1), "" + each
            };
            byte[][] argv = Arrays.stream(args).map(String::getBytes).toArray(byte[][]::new);
            test.redis().<Long>read(
                    commands -> commands.eval(COPY.getBytes(), ScriptOutputType.INTEGER, new byte[0][], argv));
        }
    }

    private static List<ClaimedJob> serve(TestQueue test) {
        test.fetch(1);
        return test.claim(1);
    }
}
