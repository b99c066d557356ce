package io.bulkaction.internal.operate.history;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.Range;
import io.lettuce.core.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Samples and marks of a queue, kept in Redis for all instances. */
final class History {

    private static final int MAX_MARKS = 500;
    private static final JsonMapper JSON = JsonMapper.shared();

    private static final String STEPS = Stream.of(Span.values())
            .map(span -> span.step().toMillis() + ":" + span.samples())
            .collect(Collectors.joining(" "));

    private final RedisQueue redis;

    private History(RedisQueue redis) {
        this.redis = redis;
    }

    static History of(Queue queue) {
        return new History(queue.home().redis());
    }

    /** Short names: there are hundreds of them. */
    private record Stored(long t, long w, long d, long a, long f, long c, long n, long p50, long p95) {

        static Stored of(QueueSample sample) {
            WaitTimes waits = sample.waits();
            return new Stored(
                    sample.at().toEpochMilli(), sample.waiting(), sample.delayed(), sample.active(), sample.failed(),
                    sample.completed(), waits.jobs(), waits.p50().toNanos() / 1_000, waits.p95().toNanos() / 1_000);
        }

        QueueSample sample() {
            return new QueueSample(
                    Instant.ofEpochMilli(t), w, d, a, f, c,
                    new WaitTimes(n, Duration.ofNanos(p50 * 1_000), Duration.ofNanos(p95 * 1_000)));
        }
    }

    /** Whoever comes first in a step of time writes its sample. Returns whether anything was new. */
    boolean add(QueueSample sample, List<Mark> marks) {
        Args args = new Args(5 + 2 * marks.size())
                .add(sample.at().toEpochMilli())
                .add(JSON.writeValueAsString(Stored.of(sample)))
                .add(Span.WEEK.length())
                .add(MAX_MARKS)
                .add(STEPS);
        marks.forEach(mark -> args.add(mark.at().toEpochMilli()).add(mark.write()));
        Reply reply = redis.call(Script.REMEMBER, args, redis.keys().history(), redis.keys().marks());
        return reply.count("written") + reply.count("marked") > 0;
    }

    /** Oldest first; steps in which nobody looked are left out. */
    List<QueueSample> samples(Span span, Instant now) {
        long step = span.step().toMillis();
        long current = now.toEpochMilli() / step;
        byte[][] wanted = LongStream.rangeClosed(current - span.samples() + 1, current)
                .mapToObj(slot -> Utf8.bytes(step + ":" + slot))
                .toArray(byte[][]::new);
        return redis.read(commands -> commands.hmget(redis.keys().history(), wanted)).stream()
                .filter(Value::hasValue)
                .map(sample -> JSON.readValue(Utf8.text(sample.getValue()), Stored.class).sample())
                .toList();
    }

    /** Oldest first. */
    List<Mark> marks(Instant since) {
        Range<Long> late = Range.from(Range.Boundary.including(since.toEpochMilli()), Range.Boundary.unbounded());
        return redis.read(commands -> commands.zrangebyscore(redis.keys().marks(), late)).stream()
                .map(Utf8::text)
                .map(Mark::read)
                .toList();
    }
}
