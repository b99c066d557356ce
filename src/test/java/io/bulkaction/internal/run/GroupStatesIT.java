package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random histories: in whatever order things happen, states change only as allowed and every job is in one place. */
class GroupStatesIT {

    private static final int STEPS = 300;
    private static final List<GroupId> GROUPS = IntStream.range(0, 4).mapToObj(i -> new GroupId("g" + i)).toList();

    /** One step may take several of these arrows: the cancellation of a small group ends at once. */
    private static final Map<GroupStatus, Set<GroupStatus>> NEXT = Map.of(
            // RUNNING: a dead letter of an earlier run was retried into this one before anything of it was fetched
            GroupStatus.CREATED, Set.of(GroupStatus.RUNNING, GroupStatus.CANCELLING, GroupStatus.CANCELLED),
            GroupStatus.RUNNING,
            Set.of(GroupStatus.CANCELLING, GroupStatus.AGGREGATING, GroupStatus.COMPLETED, GroupStatus.FAILED,
                    GroupStatus.CANCELLED),
            GroupStatus.CANCELLING, Set.of(GroupStatus.AGGREGATING, GroupStatus.CANCELLED),
            GroupStatus.AGGREGATING,
            Set.of(GroupStatus.COMPLETED, GroupStatus.FAILED, GroupStatus.CANCELLED, GroupStatus.RUNNING),
            GroupStatus.COMPLETED, Set.of(GroupStatus.CREATED, GroupStatus.RUNNING),
            GroupStatus.FAILED, Set.of(GroupStatus.CREATED, GroupStatus.RUNNING),
            GroupStatus.CANCELLED, Set.of(GroupStatus.CREATED, GroupStatus.RUNNING));

    @Test
    void statesChangeOnlyAsAllowedAndEveryJobIsInOnePlace() {
        Seed.histories("group states", 6, seed -> {
            TestQueue test = TestQueue.with(
                    "backpressure.global-rps", "8", "worker-pool.max-concurrency-per-group", "3",
                    "retention.finished-groups", "20s", "retention.completed-jobs", "15s", "reliability.max-recoveries",
                    "1");
            Random random = new Random(seed);
            Actors actors = new Actors(test, random, new AtomicInteger());
            Map<GroupId, GroupStatus> before = new HashMap<>();
            List<String> story = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                story.add(actors.act());
                if (random.nextInt(3) == 0) {
                    test.advance(random.nextInt(700));
                }
                assertPlaces(test, before, story.subList(Math.max(0, story.size() - 12), story.size()));
            }
        });
    }

    @Test
    void racingActorsEndEachRunOnceAndNeverBreakTheAccounting() {
        Seed.histories("racing actors", 2, seed -> {
            TestQueue test = TestQueue.live("backpressure.global-rps", "100000");
            Map<String, AtomicInteger> finalized = new ConcurrentHashMap<>();
            race(test, seed, finalized);
            assertThat(finalized).isNotEmpty()
                    .allSatisfy((ending, times) -> assertThat(times).as(ending).hasValue(1));
            assertPlaces(test, new HashMap<>(), List.of());
        });
    }

    private static void race(TestQueue test, long seed, Map<String, AtomicInteger> finalized) {
        AtomicInteger ids = new AtomicInteger();
        List<CompletableFuture<Void>> racers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int racer = 0; racer < 6; racer++) {
                Actors actors = new Actors(test, new Random(seed + racer), ids);
                actors.finalized = finalized;
                racers.add(CompletableFuture.runAsync(() -> {
                    for (int step = 0; step < STEPS; step++) {
                        String did = actors.act();
                        assertThat(Groups.of(test.queue()).states(GROUPS)).as(did)
                                .allSatisfy(state -> assertThat(unaccounted(state.counts())).isZero());
                    }
                }, threads));
            }
        }
        racers.forEach(CompletableFuture::join);
    }

    private static void assertPlaces(TestQueue test, Map<GroupId, GroupStatus> before, List<String> story) {
        Map<String, Long> ready = perGroup(test.ready());
        Map<String, Long> nonReady = perGroup(members(test, test.redis().keys().nonReady()));
        Map<String, Long> inFlight = perGroup(members(test, test.redis().keys().inFlight()));
        Map<GroupStatus, List<GroupId>> perStatus = new EnumMap<>(GroupStatus.class);
        for (GroupStatus status : GroupStatus.values()) {
            perStatus.put(status, Groups.of(test.queue()).inStatus(status, 0, 10));
        }
        Map<GroupId, GroupState> states = Groups.of(test.queue()).states(GROUPS).stream()
                .collect(Collectors.toMap(GroupState::group, Function.identity()));
        for (GroupId group : GROUPS) {
            GroupState state = states.get(group);
            List<GroupStatus> indexed = perStatus.entrySet().stream()
                    .filter(entry -> entry.getValue().contains(group)).map(Map.Entry::getKey).toList();
            if (state == null) {
                before.remove(group);
                assertThat(indexed).as(story.toString()).isEmpty();
                continue;
            }
            String name = group.value();
            GroupCounts counts = state.counts();
            Supplier<String> where = () -> story + "\n" + test.dump();
            assertThat(unaccounted(counts)).as(where).isZero();
            assertThat(counts.ready()).as(where).isEqualTo(ready.getOrDefault(name, 0L));
            assertThat(counts.nonReady()).as(where).isEqualTo(nonReady.getOrDefault(name, 0L));
            assertThat(counts.inFlight()).as(where).isEqualTo(inFlight.getOrDefault(name, 0L));
            assertThat(indexed).as(where).containsExactly(state.status());
            GroupStatus old = before.put(group, state.status());
            if (old != null && old != state.status()) {
                assertThat(NEXT.get(old)).as(where).contains(state.status());
            }
        }
    }

    private static List<String> members(TestQueue test, byte[] zset) {
        return test.redis().read(commands -> commands.zrange(zset, 0, -1)).stream()
                .map(bytes -> JobName.parse(new String(bytes, StandardCharsets.UTF_8)).id().value()).toList();
    }

    private static Map<String, Long> perGroup(List<String> ids) {
        Map<String, Long> counts = new HashMap<>();
        ids.forEach(id -> counts.merge(id.substring(0, id.indexOf('-')), 1L, Long::sum));
        return counts;
    }

    /** Everybody who does something to groups: submitters, the engine, a person, the watcher. */
    private static final class Actors {

        private final TestQueue test;
        private final TestWorker worker;
        private final Random random;
        private final AtomicInteger ids;
        private final List<ClaimedJob> claimed = new ArrayList<>();
        private Map<String, AtomicInteger> finalized = new HashMap<>();

        Actors(TestQueue test, Random random, AtomicInteger ids) {
            this.test = test;
            this.worker = new TestWorker(test.queue());
            this.random = random;
            this.ids = ids;
        }

        String act() {
            GroupId group = GROUPS.get(random.nextInt(GROUPS.size()));
            int dice = random.nextInt(100);
            if (dice < 12) {
                return "enqueue " + group + enqueue(group, random.nextInt(4) > 0);
            } else if (dice < 14) {
                return "seal " + group + Groups.of(test.queue()).seal(group);
            } else if (dice < 30) {
                return "fetch" + test.partition().fairQueue().fetch(1 + random.nextInt(10), 10);
            } else if (dice < 42) {
                return "dispatch" + test.partition().nonReady().dispatch(1 + random.nextInt(10));
            } else if (dice < 58) {
                List<ClaimedJob> jobs = test.partition().ready().claim(1 + random.nextInt(4)).jobs().stream().toList();
                claimed.addAll(jobs);
                return "claim" + jobs;
            } else if (dice < 84) {
                return claimed.isEmpty() ? "idle" : acknowledge(claimed.remove(random.nextInt(claimed.size())));
            } else if (dice < 86) {
                return "recover" + test.recover(5);
            } else if (dice < 89) {
                return "cancel " + group + cancel(group);
            } else if (dice < 92) {
                return "retryDead" + worker.retryDead(deadLetters());
            } else if (dice < 93) {
                return "resolve" + worker.skip(deadLetters());
            } else if (dice < 94) {
                return "forget" + Groups.of(test.queue()).forget(2) + CompletedJobs.of(test.queue()).expire(2);
            }
            return "finalize" + Groups.of(test.queue()).results().takeEnded(3, Duration.ofMillis(1)).stream()
                    .map(this::end).toList();
        }

        private String enqueue(GroupId group, boolean seal) {
            List<String> added = IntStream.range(0, 1 + random.nextInt(8))
                    .mapToObj(i -> group + "-" + ids.incrementAndGet()).toList();
            try {
                return " " + test.enqueue(TestQueue.batch(group.value(), null, seal, added));
            } catch (CompletionException refused) {
                return " refused";
            }
        }

        private String acknowledge(ClaimedJob job) {
            int dice = random.nextInt(10);
            if (dice < 3) {
                return "complete" + worker.complete(List.of(job));
            } else if (dice < 5) {
                return "complete with result" + worker.complete(job, Duration.ofMillis(3), "1");
            } else if (dice < 7) {
                return "retry" + worker.retry(job, Duration.ofMillis(random.nextInt(2_000)));
            } else if (dice < 8) {
                return "release" + test.partition().inFlight()
                        .release(List.of(new InFlight.Release(job, random.nextBoolean())));
            }
            return "bury" + worker.fail(job, "E" + dice);
        }

        /** Sometimes only the first steps, so that somebody else must continue. */
        private String cancel(GroupId group) {
            Groups groups = Groups.of(test.queue());
            CancelStep step = groups.cancel(group, "enough", null, List.of());
            for (int i = random.nextInt(3); i > 0; i--) {
                step = groups.cancel(group, "enough", step, groups.nonReady(group, "0").jobs());
            }
            return step.toString();
        }

        private String[] deadLetters() {
            return members(test, test.redis().keys().deadLetters()).stream().limit(2).toArray(String[]::new);
        }

        private String end(GroupId group) {
            GroupState state = Groups.of(test.queue()).state(group).orElse(null);
            if (state == null || state.status() != GroupStatus.AGGREGATING) {
                return "-";
            }
            boolean won = Groups.of(test.queue()).results().finalize(state, "{}", false);
            if (won) {
                finalized.computeIfAbsent(
                        group + "/" + state.createdAt() + "/" + state.run() + "/" + state.ending(),
                        ending -> new AtomicInteger()).incrementAndGet();
            }
            return group + (won ? " won" : " lost");
        }
    }

    /** Jobs of a run that are in no place: 0 at every moment, or the accounting is broken. */
    static long unaccounted(GroupCounts counts) {
        return counts.total() - counts.success() - counts.failed() - counts.cancelled() - counts.resolved()
                - counts.waiting() - counts.inFlight();
    }
}
