package io.bulkaction.internal.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.Timing;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.doctor.Counters;
import io.bulkaction.internal.doctor.ListSearch;
import io.bulkaction.internal.doctor.Places;
import io.bulkaction.internal.doctor.Places.Place;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.internal.run.JobPages;
import io.bulkaction.internal.run.Notes;
import io.bulkaction.internal.run.Standings;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The largest call of each script that is ever made, and where every job belongs to a different group. */
public final class LargestCalls {

    /** They touch one job, group or record, however much there is. */
    public static final Set<Script> OF_ONE_SIZE = EnumSet.of(
            Script.PAUSE, Script.RESUME, Script.TUNE, Script.REMEMBER, Script.LIMIT_TENANT, Script.PAUSE_TENANT,
            Script.RESUME_TENANT, Script.RESCHEDULE, Script.RESCHEDULE_JOB, Script.PAUSE_GROUP, Script.RESUME_GROUP,
            Script.CANCEL_TENANT, Script.SEAL,
            Script.LIMIT, Script.FINALIZE, Script.RECOUNT, Script.BEAT,
            Script.SWAP, Script.PLAN, Script.PROCEED, Script.GRANT, Script.SETTLE,
            Script.RESERVE, Script.BALANCE, Script.SPREAD);

    private static final JobError LONG_ERROR = new JobError("E".repeat(128), "m".repeat(2_000), "s".repeat(16_000));
    private static final String RESULT = "\"" + "r".repeat(10_000) + "\"";
    private static final String LARGEST_PAYLOAD = "\"" + "p".repeat(256 * 1024 - 2) + "\"";

    private final List<Case> cases = new ArrayList<>();

    /** @param prepare fills a new queue and gives what the call needs */
    public record Case(Script script, String size, Function<TestQueue, List<ClaimedJob>> prepare, Call call) {
        @Override
        public String toString() {
            return script.verb() + ", " + size;
        }
    }

    /** What is measured. */
    public interface Call {
        void on(TestQueue test, List<ClaimedJob> jobs);
    }

    private LargestCalls() {}

    public static List<Case> all() {
        LargestCalls calls = new LargestCalls();
        calls.hotPath();
        calls.failures();
        calls.people();
        calls.doctor();
        return List.copyOf(calls.cases);
    }

    private void hotPath() {
        add(Script.ENQUEUE, "250 jobs", test -> List.of(),
                (test, jobs) -> test.enqueue("new", ids("new", 250)));
        add(Script.FETCH, "1,000 jobs of as many groups", groups(1_000),
                (test, jobs) -> test.partition().fairQueue().fetchLater(1_000, 1_000_000, 400, true).join());
        add(Script.FETCH, "1,000 jobs of as many tenants", tenants(1_000, 1),
                (test, jobs) -> test.partition().fairQueue().fetchLater(1_000, 1_000_000, 400, true).join());
        add(Script.FETCH, "tenants that come back from another window", test -> {
            tenants(300, 3).apply(test);
            test.tenants().forEach(tenant -> Tenants.of(test.queue())
                    .limit(new TenantId(tenant.substring(0, tenant.length() - 1)), new GroupLimits(1.0, null)));
            for (int i = 0; i < 20; i++) {
                test.fetch(100);
                test.claim(100);
            }
            test.advance(1_000);
            return List.of();
        }, (test, jobs) -> test.fetch(1_000));
        add(Script.FETCH, "groups that come back from another window and use up their share again", test -> {
            for (int i = 0; i < 1_000; i++) {
                test.enqueue("g-" + i, ids("g-" + i, 5));
            }
            for (int i = 0; i < 20; i++) {
                test.fetch(100);
            }
            test.advance(1_000);
            return List.of();
        }, (test, jobs) -> test.fetch(1_000));
        add(Script.FETCH, "groups throttled until the same time", test -> {
            claimed(300).apply(test).forEach(job -> test.throttle(job, Duration.ofSeconds(1)));
            test.advance(2_000);
            return List.of();
        }, (test, jobs) -> test.fetch(1_000));
        add(Script.WEIGH, "20 groups of as many tenants with 50 more", tenants(60, 51),
                (test, jobs) -> test.queue().rateLimiter().statuses(IntStream.range(0, 20)
                        .mapToObj(i -> new GroupId("t-" + i + "/g-" + i * 51)).toList()));
        add(Script.DISPATCH, "1,000 jobs of as many groups", waiting(1_000), (test, jobs) -> test.dispatch(1_000));
        add(Script.DISPATCH, "1,000 jobs of as many groups, and as many groups of tenants that start", test -> {
            waiting(1_000).apply(test);
            Instant start = Instant.ofEpochMilli(test.now() + 1);
            for (int i = 0; i < 1_000; i++) {
                test.enqueue(TestQueue.batch("t-" + i + "/g", null, true, List.of("s-" + i))
                        .with(EnqueueBatch.Given.NOTHING.startingAt(start)));
            }
            test.advance(1);
            return List.of();
        }, (test, jobs) -> test.dispatch(1_000));
        add(Script.DISPATCH, "1,000 jobs of as many groups that have expired, held", test -> {
            expiring(1_000).apply(test);
            IntStream.range(0, 1_000).forEach(i -> Groups.of(test.queue())
                    .pause(new GroupId("g-" + i), "r", "anna"));
            test.advance(2_000);
            return List.of();
        }, (test, jobs) -> test.dispatch(1_000));
        add(Script.DISPATCH, "a giant that has expired, and 1,000 retries of as many groups", test -> {
            waiting(1_000).apply(test);
            giant().apply(test);
            test.enqueue(EnqueueBatch.of(new GroupId("giant"), "TEST", expiring("late", 500)));
            test.advance(2_000);
            return List.of();
        }, (test, jobs) -> test.dispatch(1_000));
        add(Script.DISPATCH, "1,000 retries of one group that is being cancelled", test -> {
            test.enqueue("g-0", ids("j", 1_000));
            test.fetch(1_000);
            test.claim(1_000).forEach(job -> test.retry(job, Duration.ofSeconds(1)));
            cancelAll(test, 1);
            test.advance(2_000);
            return List.of();
        }, (test, jobs) -> test.dispatch(1_000));
        add(Script.CLAIM, "400 jobs of as many groups", ready(400),
                (test, jobs) -> test.partition().ready().claim(400));
        add(Script.CLAIM, "400 jobs of as many groups, all of a foreign type", ready(400),
                (test, jobs) -> {
                    test.queue().foreign().met("TEST");
                    test.partition().ready().claim(400);
                });
        add(Script.CLAIM, "400 jobs of as many groups, all of a type that is full", ready(400), (test, jobs) -> {
            test.queue().foreign().limitedBy(() -> "TEST=0");
            test.partition().ready().claim(400);
        });
        add(Script.FETCH, "1,000 jobs of as many groups, and as many groups that wait for a type", test -> {
            ready(1_000).apply(test);
            test.queue().foreign().limitedBy(() -> "TEST=0");
            test.claim(1_000);
            for (int i = 0; i < 1_000; i++) {
                test.enqueue("h-" + i, "i-" + i);
            }
            return List.of();
        }, (test, jobs) -> {
            test.queue().foreign().limitedBy(() -> "TEST=1000");
            test.partition().fairQueue().fetchLater(1_000, 1_000_000, 400, true).join();
        });
        add(Script.CLAIM, "400 jobs of as many groups, all expired", test -> {
            expiring(400).apply(test);
            while (test.fetch(1_000).ready() > 0) {
                continue;
            }
            test.advance(2_000);
            return List.of();
        }, (test, jobs) -> test.partition().ready().claim(400));
        add(Script.CLAIM, "400 jobs of as many groups, all being cancelled", test -> {
            ready(400).apply(test);
            cancelAll(test, 400);
            return List.of();
        }, (test, jobs) -> test.partition().ready().claim(400));
        add(Script.CLAIM, "400 jobs of as many groups, none of which has a token", test -> {
            ready(400).apply(test);
            IntStream.range(0, 400).forEach(i -> Groups.of(test.queue())
                    .pause(new GroupId("g-" + i), "r", "anna"));
            return List.of();
        }, (test, jobs) -> test.partition().ready().claim(400));
        add(Script.CLAIM, "400 jobs of one group that is being cancelled", test -> {
            test.enqueue("g-0", ids("j", 400));
            test.fetch(1_000);
            cancelAll(test, 1);
            return List.of();
        }, (test, jobs) -> test.partition().ready().claim(400));
        add(Script.CLAIM, "jobs with the largest payloads", test -> {
            for (int i = 0; i < 100; i++) {
                test.enqueue(
                        EnqueueBatch.of(new GroupId("large"), "TEST",
                                List.of(new EnqueueBatch.Entry(new JobId("large-" + i), LARGEST_PAYLOAD))));
            }
            test.fetch(100);
            return List.of();
        }, (test, jobs) -> test.partition().ready().claim(400));
        add(Script.COMPLETE, "400 jobs of 40 groups that end", test -> {
            for (int i = 0; i < 40; i++) {
                test.enqueue("g-" + i, ids("g-" + i, 10));
            }
            test.fetch(1_000);
            return test.claim(400);
        }, (test, jobs) -> test.partition().inFlight().complete(jobs.stream()
                .map(job -> new InFlight.Success(job, Duration.ofMillis(5), null, false))
                .toList()));
        add(Script.COMPLETE, "400 jobs of 40 groups that end, with bytes that count for a quota", test -> {
            EnqueueBatch.By paid =
                    EnqueueBatch.By.NOBODY.with(new EnqueueBatch.Paid("acme", true, true, Long.MAX_VALUE / 4));
            for (int i = 0; i < 40; i++) {
                test.enqueue(TestQueue.batch("g-" + i, null, true, List.of(ids("g-" + i, 10))).with(paid));
            }
            test.fetch(1_000);
            return test.claim(400);
        }, (test, jobs) -> test.complete(jobs));
        add(Script.COMPLETE, "10 jobs of as many groups that end, with long results", claimed(10),
                (test, jobs) -> test.partition().inFlight().complete(jobs.stream()
                        .map(job -> new InFlight.Success(job, Duration.ofMillis(5), RESULT, true))
                        .toList()));
        add(Script.REPORT, "progress of 200 jobs", claimed(200), (test, jobs) -> test.partition().inFlight().report(
                jobs.stream().map(job -> new InFlight.Report(job, "1 50.0 " + "p".repeat(200), null)).toList()).join());
        add(Script.EXTEND, "500 jobs", claimed(500), (test, jobs) -> test.partition().inFlight().extend(jobs));
        add(Script.RELEASE, "started jobs of as many groups", claimed(InFlight.MAX_BATCH),
                (test, jobs) -> test.partition()
                        .inFlight().release(jobs.stream().map(job -> new InFlight.Release(job, true)).toList()));
        add(Script.RELEASE, "jobs of as many groups", claimed(InFlight.MAX_BATCH), (test, jobs) -> test.partition()
                .inFlight().release(jobs.stream().map(job -> new InFlight.Release(job, false)).toList()));
        Call recover = (test, jobs) -> {
            test.advance(100_000);
            test.recover(InFlight.MAX_BATCH);
        };
        add(Script.RECOVER, "jobs of as many groups", claimed(InFlight.MAX_BATCH), recover);
        add(Script.RECOVER, "poison of as many groups", test -> {
            List<ClaimedJob> jobs = claimed(InFlight.MAX_BATCH).apply(test);
            jobs.forEach(job -> test.redis().read(commands -> commands.hset(
                    test.jobKey(job.name()), Map.of("recoveries".getBytes(UTF_8), "99".getBytes(UTF_8)))));
            return jobs;
        }, recover);
        add(Script.EXPIRE, "250 jobs", test -> {
            test.complete(claimed(1_000).apply(test));
            test.advance(Duration.ofDays(30).toMillis());
            return List.of();
        }, (test, jobs) -> CompletedJobs.of(test.queue()).expire(250));
        add(Script.TAKE, "50 entries", test -> {
            for (int i = 0; i < 100; i++) {
                int due = i;
                test.redis()
                        .read(commands -> commands.zadd(test.redis().keys().events(), due,
                                ("1 1 e" + due).getBytes(UTF_8)));
            }
            return List.of();
        }, (test, jobs) -> Groups.of(test.queue()).noted().takeEvents(test.partition(), 50, Duration.ofMinutes(1)));
    }

    private void failures() {
        for (WaitReason reason : List.of(WaitReason.RETRY, WaitReason.THROTTLED)) {
            add(Script.RETRY, "7 jobs of as many groups with long errors, " + reason, claimed(7),
                    (test, jobs) -> retry(test, jobs, reason, LONG_ERROR));
            add(Script.RETRY, "20 jobs of as many groups with short errors, " + reason, claimed(20),
                    (test, jobs) -> retry(test, jobs, reason, new JobError("E", "m", "")));
        }
        add(Script.FAIL, "7 jobs of as many groups with long errors", claimed(7),
                (test, jobs) -> test.partition().inFlight()
                        .fail(jobs.stream().map(job -> new InFlight.Failure(job, LONG_ERROR)).toList()));
        add(Script.RETRY_DEAD, "50 jobs of as many groups", dead(50),
                (test, jobs) -> DeadLetters.of(test.queue()).retry(namesOf(jobs)));
        add(Script.SKIP, "50 jobs of as many groups", dead(50),
                (test, jobs) -> DeadLetters.of(test.queue()).skip(namesOf(jobs), "anna", "done"));
    }

    private static void retry(TestQueue test, List<ClaimedJob> jobs, WaitReason reason, JobError error) {
        test.partition()
                .inFlight()
                .retry(jobs.stream()
                        .map(job -> new InFlight.Retry(job, Duration.ofSeconds(1), reason, error))
                        .toList());
    }

    private void people() {
        add(Script.CANCEL, "200 pending jobs and 200 that wait", test -> {
            test.enqueue("big", ids("big", 500));
            test.fetch(200);
            test.claim(200).forEach(job -> test.retry(job, Duration.ofHours(1)));
            return List.of();
        }, (test, jobs) -> Groups.of(test.queue()).cancel(new GroupId("big"), "no", null,
                test.nonReady().stream().map(test::name).toList()));
        add(Script.CANCEL_JOB, "one in the middle of a giant", giant(), (test, jobs) -> Groups.of(test.queue())
                .cancel(test.name("giant-50000")));
        add(Script.FORGET, "100 groups", test -> {
            List<ClaimedJob> jobs = claimed(100).apply(test);
            test.complete(jobs);
            jobs.forEach(job -> test.redis().read(commands -> commands.zadd(test.redis().keys().finished(), 1,
                    job.groupId().value().getBytes(UTF_8))));
            return List.of();
        }, (test, jobs) -> Groups.of(test.queue()).forget(100));
        add(Script.RECORD, "50 runs", test -> {
            test.complete(claimed(50).apply(test));
            return List.of();
        }, (test, jobs) -> {
            Notes noted = Groups.of(test.queue()).noted();
            noted.events(noted.takeEvents(test.partition(), 50, Duration.ofSeconds(1)));
        });
        add(Script.SURVEY, "a full queue", groups(1_000), (test, jobs) -> QueueControl.of(test.queue()).fullSurvey());
        add(Script.LOCATE, "a job behind a full Ready", ready(5_000),
                (test, jobs) -> JobLookup.of(test.queue()).find(test.name("j-4999")));
        add(Script.LIST, "1,000 of a queue's succeeded jobs, back from when the group ended", test -> {
            test.enqueue("mine", ids("mine", 250));
            test.fetch(1_000);
            test.complete(test.claim(1_000));
            for (int i = 0; i < 8; i++) {
                test.enqueue("other-" + i, ids("other-" + i, 250));
                test.fetch(1_000);
                test.complete(test.claim(1_000));
            }
            return List.of();
        }, (test, jobs) -> JobPages.of(test.queue(), new GroupId("mine")).page(JobStatus.COMPLETED, null, 1_000));
        add(Script.LIST, "1,000 dead letters", dead(1_000),
                (test, jobs) -> JobPages.of(test.queue(), jobs.getFirst().groupId()).results(JobStatus.FAILED, null,
                        1_000));
        add(Script.LIST, "1,000 pending jobs of a giant", giant(), (test, jobs) -> JobPages
                .of(test.queue(), new GroupId("giant")).page(JobStatus.PENDING, "2000", 1_000));
        add(Script.SEARCH, "100 of each kind among 2,000 groups of as many tenants with labels", test -> {
            for (int i = 0; i < 2_000; i++) {
                test.enqueue(labelled("a-" + i + "/g", Map.of("a-key", "value-" + i % 7)));
            }
            return List.of();
        }, (test, jobs) -> Groups.of(test.queue()).search("a", 100));
        add(Script.PLOT, "12 groups into a chart that has too many slots", test -> {
            for (int i = 0; i < 400; i++) {
                int slot = i;
                test.redis().read(commands -> commands.hset(test.redis().keys().chart(),
                        Map.of(Integer.toString(slot).getBytes(UTF_8), "1 a 1".getBytes(UTF_8))));
            }
            return List.of();
        }, (test, jobs) -> {
            Args args = new Args().add(2_000).add(300).add(12).add(100).add(test.now());
            IntStream.range(0, 12).forEach(i -> args.add("g-" + i).add(i + 1));
            test.redis().call(Script.PLOT, args, test.redis().keys().chart());
        });
        add(Script.SCHEDULE, "128 groups of as many tenants that go on", test -> {
            for (int i = 0; i < 128; i++) {
                test.enqueue(TestQueue.batch("t-" + i + "/g", null, true, List.of("j-" + i))
                        .with(new GroupLimits(null, null, null, "w")));
            }
            return List.of();
        }, (test, jobs) -> {
            String always = "1 UTC 0 9000000000000 0 9000000000000";
            Args args = new Args(6).add(test.redis().keys().prefix()).add("w").add(always).add(128);
            test.redis().call(Script.SCHEDULE, FairOrder.add(args, test.redis().settings()).add(test.redis().now()),
                    test.redis().keys().sendingWindows(), test.redis().keys().sendingChanged(),
                    test.redis().keys().limited(), test.redis().keys().wakeFetcher(),
                    test.redis().keys().wakeWorker(), test.redis().keys().wakeDispatcher());
        });
        add(Script.REPARTITION, "1,000 jobs removed", test -> {
            test.complete(claimed(1_000).apply(test));
            test.redis().read(commands -> commands.hset(test.redis().keys().state(),
                    Map.of("changing".getBytes(UTF_8), "c 1".getBytes(UTF_8))));
            return List.of();
        }, (test, jobs) -> {
            Args args = new Args().add(test.redis().keys().prefix()).add("remove").add("c").add(0).add(0).add(0)
                    .add(test.now());
            IntStream.range(0, 1_000).forEach(i -> args.add("job:g-" + i + "#j-" + i).add(""));
            test.redis().call(Script.REPARTITION, args, test.redis().keys().state(), test.redis().keys().stats(),
                    test.redis().keys().deadLetters(), test.redis().keys().events(), test.redis().keys().callbacks());
        });
        add(Script.STANDING, "a job of a giant on the lowest level, behind many groups and tenants", test -> {
            groups(500).apply(test);
            tenants(500, 2).apply(test);
            for (int i = 0; i < 5_000; i += 500) {
                int from = i;
                test.enqueue("giant", PriorityLevel.LOW,
                        IntStream.range(from, from + 500).mapToObj(n -> "giant-" + n).toArray(String[]::new));
            }
            return List.of();
        }, (test, jobs) -> Standings.of(test.queue()).job(test.name("giant-4999")));
        add(Script.BROWSE, "50 of 2,000 by two filters", dead(2_000),
                (test, jobs) -> DeadLetters.of(test.queue()).page(new Filter(null, "E", "TEST"), 0, 50));
        add(Script.SELECT, "50 by two filters", dead(2_000),
                (test, jobs) -> DeadLetters.select(test.redis(), new Filter(null, "E", "TEST"), null, 0));
        add(Script.COUNT_ERRORS, "the newest of 2,000", dead(2_000),
                (test, jobs) -> DeadLetters.of(test.queue()).errors());
        add(Script.PROGRESS, "200 groups", groups(200), (test, jobs) -> Groups.of(test.queue())
                .states(IntStream.range(0, 200).mapToObj(i -> new GroupId("g-" + i)).toList()));
    }

    private void doctor() {
        add(Script.WALK, "a step over groups", claimed(2_000),
                (test, jobs) -> Places.of(test.partition()).walk("group:*", Places.START, Long.MAX_VALUE, true));
        add(Script.WALK, "a step over jobs", claimed(2_000),
                (test, jobs) -> Places.of(test.partition()).walk("job:*", Places.START, Long.MAX_VALUE, true));
        add(Script.MUSTER, "a step over jobs in flight", claimed(1_000),
                (test, jobs) -> Places.of(test.partition()).muster(Place.IN_FLIGHT, "", ""));
        add(Script.PLACE, "10 jobs of a giant", giant(),
                (test, jobs) -> Places.of(test.partition()).place(List.of(ids("giant", 10)), "giant", true));
        add(Script.SEEK, "a piece of a giant, for 50 jobs", giant(), (test, jobs) -> new ListSearch(test.redis())
                .next(ListSearch.Piece.START, "giant", List.of(ids("giant", 50)), ListSearch.PIECE));
        add(Script.MEND, "a job of a giant", giant(), (test, jobs) -> Places.of(test.partition())
                .mend(Places.of(test.partition()).place(List.of("giant-0"), "giant", true).getFirst(), Place.JOBS));
        add(Script.TALLY, "50 groups", claimed(50), (test, jobs) -> Counters.of(test.partition())
                .tally(jobs.stream().map(job -> job.groupId().value()).toList(), true));
        add(Script.TALLY_TENANTS, "5 tenants of 100 groups", tenants(5, 100),
                (test, jobs) -> Counters.of(test.partition()).tallyTenants(test.tenants(), true));
        add(Script.TALLY_TENANTS, "the groups of 200 tenants", tenants(200, 1),
                (test, jobs) -> Counters.of(test.partition()).tallyTenants(List.of(), true));
        add(Script.CHECK_LABELS, "500 entries, all of them wrong", test -> List.of(), (test, jobs) -> {
            Args args = new Args().add(test.redis().keys().prefix()).add(true);
            IntStream.range(0, 500).forEach(i -> args.add("key=value\tgroup-" + i));
            test.redis().call(Script.CHECK_LABELS, args, test.redis().keys().labels());
        });
        add(Script.CENSUS, "500 jobs and groups", claimed(250),
                (test, jobs) -> Counters.of(test.partition()).census(500));
    }

    private void add(Script script, String size, Function<TestQueue, List<ClaimedJob>> prepare, Call call) {
        cases.add(new Case(script, size, prepare, call));
    }

    private static Function<TestQueue, List<ClaimedJob>> tenants(int count, int groups) {
        return test -> {
            for (int i = 0; i < count * groups; i++) {
                test.enqueue("t-" + i / groups + "/g-" + i, ids("t-" + i, 2));
            }
            return List.of();
        };
    }

    private static Function<TestQueue, List<ClaimedJob>> groups(int count) {
        return test -> {
            for (int i = 0; i < count; i++) {
                test.enqueue("g-" + i, "j-" + i);
            }
            return List.of();
        };
    }

    private static Function<TestQueue, List<ClaimedJob>> giant() {
        return test -> {
            for (int i = 0; i < 100_000; i += 500) {
                int from = i;
                test.enqueue("giant",
                        IntStream.range(from, from + 500).mapToObj(n -> "giant-" + n).toArray(String[]::new));
            }
            return List.of();
        };
    }

    private static Function<TestQueue, List<ClaimedJob>> ready(int count) {
        return test -> {
            groups(count).apply(test);
            while (test.fetch(1_000).ready() > 0) {
                continue;
            }
            return List.of();
        };
    }

    private static Function<TestQueue, List<ClaimedJob>> claimed(int count) {
        return test -> {
            ready(count).apply(test);
            return test.claim(count);
        };
    }

    private static Function<TestQueue, List<ClaimedJob>> expiring(int count) {
        return test -> {
            for (int i = 0; i < count; i++) {
                test.enqueue(EnqueueBatch.of(new GroupId("g-" + i), "TEST", expiring("j-" + i + "-", 1)));
            }
            return List.of();
        };
    }

    private static List<EnqueueBatch.Entry> expiring(String prefix, int count) {
        Timing second = new Timing(null, null, null, Duration.ofSeconds(1));
        return IntStream.range(0, count)
                .mapToObj(i -> EnqueueBatch.Entry.of(new JobId(prefix + i), "{}", second))
                .toList();
    }

    /** The first step only, which marks them. */
    private static void cancelAll(TestQueue test, int groups) {
        Verbs verbs = new Verbs(test);
        IntStream.range(0, groups).forEach(i -> verbs.cancel("g-" + i, 0, List.of()));
    }

    private static Function<TestQueue, List<ClaimedJob>> waiting(int count) {
        return test -> {
            claimed(count).apply(test).forEach(job -> test.retry(job, Duration.ofSeconds(1)));
            test.advance(2_000);
            return List.of();
        };
    }

    private static Function<TestQueue, List<ClaimedJob>> dead(int count) {
        return test -> {
            List<ClaimedJob> jobs = claimed(count).apply(test);
            jobs.forEach(test::fail);
            return jobs;
        };
    }

    private static EnqueueBatch labelled(String group, Map<String, String> labels) {
        return EnqueueBatch.of(new GroupId(group), "TEST", List.of(new EnqueueBatch.Entry(new JobId("1"), "1")))
                .with(new EnqueueBatch.Given(null, null, GroupLimits.KEEP, null, null, labels));
    }

    private static List<JobName> namesOf(List<ClaimedJob> jobs) {
        return jobs.stream().map(ClaimedJob::name).toList();
    }

    private static String[] ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> group + "-" + i).toArray(String[]::new);
    }
}
