package io.bulkaction.benchmark;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Queue;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What each script of a job's way costs Redis, one after the other: shows where a change helps. */
final class ScriptCosts {

    private static final int BATCH = 50;
    private static final int ROUND = 5_000;

    private final Queue queue;
    private final RedisCommands<String, String> redis;
    private final Report report;
    private final Map<String, RedisUse> uses = new LinkedHashMap<>();

    ScriptCosts(Queue queue, RedisCommands<String, String> redis, Report report) {
        this.queue = queue;
        this.redis = redis;
        this.report = report;
    }

    void measure(int jobs, int groups, String payload) {
        step("enqueue", () -> {
            for (int group = 0; group < groups; group++) {
                enqueue("group-" + group, jobs / groups, payload);
            }
        });
        for (int done = 0; done < jobs; done += ROUND) {
            List<ClaimedJob> claimed = new ArrayList<>();
            step("fetch", () -> {
                for (int i = 0; i < ROUND; i += BATCH) {
                    queue.home().fairQueue().fetch(BATCH, ROUND);
                }
            });
            step("claim", () -> {
                for (List<ClaimedJob> batch = claim(); !batch.isEmpty(); batch = claim()) {
                    claimed.addAll(batch);
                }
            });
            step("complete", () -> {
                for (int from = 0; from < claimed.size(); from += BATCH) {
                    complete(claimed.subList(from, Math.min(from + BATCH, claimed.size())));
                }
            });
        }
        uses.forEach((script, used) -> report.value(
                "S %s, %,d groups: Redis CPU per job".formatted(script, groups), used.cpuSeconds() * 1e6 / jobs,
                "µs, %.2f commands".formatted((double) used.commands() / jobs)));
        uses.clear();
    }

    private void step(String script, Runnable calls) {
        RedisUse before = RedisUse.now(redis);
        calls.run();
        uses.merge(script, RedisUse.now(redis).since(before), RedisUse::plus);
    }

    private void complete(List<ClaimedJob> jobs) {
        queue.home().inFlight().complete(jobs.stream()
                .map(job -> new InFlight.Success(job, Duration.ofMillis(1), null, false))
                .toList());
    }

    private List<ClaimedJob> claim() {
        return queue.home().ready().claim(BATCH).jobs();
    }

    private void enqueue(String group, int jobs, String payload) {
        for (int from = 0; from < jobs; from += 500) {
            List<EnqueueBatch.Entry> entries = IntStream.range(from, Math.min(from + 500, jobs))
                    .mapToObj(i -> new EnqueueBatch.Entry(new JobId(group + "-" + i), payload))
                    .toList();
            queue.home().fairQueue().enqueue(EnqueueBatch.of(new GroupId(group), Subject.PROCESSOR, entries))
                    .join();
        }
    }
}
