package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A pause of three partitions, whoever pauses and resumes, and however late somebody else settles. */
class PausesIT {

    private static final int PARTITIONS = 3;
    private static final int HISTORIES = 6;
    private static final int STEPS = 60;
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final TestQueue test = queue();
    private final QueueControl control = QueueControl.of(test.queue());

    @Test
    void aPauseRightAfterAResumePausesEveryPartition() {
        control.pause("one", "test");
        control.resume();
        control.pause("two", "test");

        assertThat(paused(test)).containsExactly(true, true, true);
        assertThat(states(test)).allMatch(state -> state.contains("pauseReason=two"));
    }

    @Test
    void aFailureRightAfterAResumePausesEveryPartition() {
        control.pause("one", "test");
        control.resume();

        fail(test, 2);
        test.queue().pauses().settleEverywhere();

        assertThat(paused(test)).containsExactly(true, true, true);
        assertThat(states(test)).allMatch(state -> state.contains("failedJob=" + groupIn(2) + "#"));
    }

    @Test
    void aResumeEndsAPauseThatOneFailureHasMadeAndNobodyHasSpread() {
        fail(test, 1);

        assertThat(control.resume().changed()).isTrue();

        assertThat(paused(test)).containsExactly(false, false, false);
    }

    @Test
    void whoHasReadAPauseBeforeAResumeCannotMakeItOneAfterIt() {
        fail(test, 1);
        control.resume();

        test.queue().redis().forEach(redis -> spread(redis, 0, "17"));

        assertThat(paused(test)).containsExactly(false, false, false);
    }

    @Test
    void whoHasReadAResumeBeforeAPauseCannotEndIt() {
        control.pause("one", "test");
        control.resume();
        control.pause("two", "test");

        test.queue().redis().forEach(redis -> spread(redis, 2, ""));

        assertThat(paused(test)).containsExactly(true, true, true);
    }

    @Test
    void aPartitionThatOnlyTheOthersKnowBetterThanTheHomePartitionDoesIsBelieved() {
        test.queue().redis().stream().skip(1).forEach(redis -> spread(redis, 7, "17"));

        test.queue().pauses().settleEverywhere();
        assertThat(paused(test)).containsExactly(true, true, true);
        control.resume();

        assertThat(paused(test)).containsExactly(false, false, false);
    }

    /** Somebody may have read any partition at any time, and tells any other what was there, at any time later. */
    @Test
    void whatWasAnsweredHoldsHoweverLateSomebodyTellsWhatItHasRead() {
        Seed.histories("pauses", HISTORIES, seed -> play(queue(), new Random(seed)));
    }

    private record Seen(int count, String pausedAt) {}

    private static void play(TestQueue test, Random random) {
        QueueControl control = QueueControl.of(test.queue());
        List<Seen> seen = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            int what = random.nextInt(3);
            switch (what) {
                case 0 -> control.pause("step " + step, "test");
                case 1 -> control.resume();
                default -> {
                    fail(test, random.nextInt(PARTITIONS));
                    test.queue().redis().forEach(redis -> seen.add(seen(test, redis)));
                    test.queue().pauses().settleEverywhere();
                }
            }
            test.queue().redis().forEach(redis -> seen.add(seen(test, redis)));
            for (int late = 0; late < 4; late++) {
                Seen one = seen.get(random.nextInt(seen.size()));
                spread(test.queue().redis().get(random.nextInt(PARTITIONS)), one.count(), one.pausedAt());
            }
            assertThat(paused(test)).as("step %d, which was %d", step, what).containsOnly(what != 1);
        }
    }

    private static Seen seen(TestQueue test, RedisQueue redis) {
        Map<String, String> state = test.hash(redis.keys().state());
        return new Seen(Integer.parseInt(state.getOrDefault("pauseCount", "0")), state.getOrDefault("pausedAt", ""));
    }

    /** Nothing happens where nothing may start. */
    private static void fail(TestQueue test, int partition) {
        Partition where = test.queue().partitions().get(partition);
        test.enqueue(groupIn(partition), "job-" + JOBS.incrementAndGet());
        where.fairQueue().fetch(1, 1);
        where.ready().claim(1).jobs().forEach(job -> where.inFlight().fail(
                List.of(new InFlight.Failure(job, new JobError("E", "no", "")))));
    }

    private static String groupIn(int partition) {
        return IntStream.iterate(0, i -> i + 1).mapToObj(i -> "group-" + i)
                .filter(group -> PartitionChoice.of(new GroupId(group), PARTITIONS) == partition)
                .findFirst().orElseThrow();
    }

    /** What somebody has read who tells it late. */
    private static void spread(RedisQueue redis, int count, String pausedAt) {
        redis.call(
                Script.SPREAD, new Args().add(count).add(pausedAt).add("late").add("test").add(""),
                redis.keys().state());
    }

    private static List<Boolean> paused(TestQueue test) {
        return test.queue().partitions().stream().map(part -> QueueControl.survey(part).isPaused()).toList();
    }

    private static List<String> states(TestQueue test) {
        return test.queue().redis().stream().map(redis -> test.hash(redis.keys().state()).toString()).toList();
    }

    private static TestQueue queue() {
        return TestQueue.with("partitions", "" + PARTITIONS, "on-final-failure", "pause");
    }
}
