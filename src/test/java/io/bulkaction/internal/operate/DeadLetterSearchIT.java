package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.operate.DeadLetterSearch.Found;
import io.bulkaction.internal.operate.DeadLetterSearch.Position;
import io.bulkaction.internal.operate.DeadLetterSearch.Wanted;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLetterSearchIT {

    private static final Wanted ALL = new Wanted(null, null, null, null, null);

    private final TestQueue mail = TestQueue.with();
    private final TestQueue push = TestQueue.with();

    @Test
    void thoseOfAllQueuesAreMergedNewestFirst() {
        fail(mail, "a", "m1", "E1");
        later(1000);
        fail(push, "b", "p1", "E2");
        later(1000);
        fail(mail, "a", "m2", "E2");

        Found all = search(ALL, null, 10);

        assertThat(ids(all)).containsExactly("m2", "p1", "m1");
        assertThat(all.hits().get(1).queue()).isEqualTo(push.queue().name());
        assertThat(all.next()).isNull();
        assertThat(ids(search(new Wanted("E2", null, null, null, null), null, 10))).containsExactly("m2", "p1");
        assertThat(ids(search(new Wanted("E2", "PUSH", null, null, null), null, 10))).isEmpty();
        assertThat(ids(search(between(500, 1500), null, 10))).containsExactly("p1");
        assertThat(ids(search(between(1000, 1000), null, 10))).as("both ends are part of it").containsExactly("p1");
    }

    @Test
    void aTextIsFoundInTheIdTheGroupAndTheError() {
        fail(mail, "acme/winter", "m1", "E1");
        fail(push, "b", "Order-7", "E2");
        fail(push, "b", "p2", "E3");

        assertThat(ids(search(text("WINTER"), null, 10))).containsExactly("m1");
        assertThat(ids(search(text("order-"), null, 10))).containsExactly("Order-7");
        assertThat(ids(search(text("said e3"), null, 10))).containsExactly("p2");
        assertThat(ids(search(text("nothing"), null, 10))).isEmpty();
    }

    @Test
    void pagesContinueWithinOneMillisecondAndMissNone() {
        for (int i = 0; i < 60; i++) {
            fail(i % 2 == 0 ? mail : push, "a", "j" + i, "E");
            later(i % 20 == 0 ? 1 : 0);
        }
        List<String> seen = new ArrayList<>();
        Position before = null;
        do {
            Found page = search(ALL, before, 7);
            seen.addAll(ids(page));
            before = page.next();
        } while (before != null);

        assertThat(seen).containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, 60).mapToObj(i -> "j" + i).toList());
    }

    @Test
    void aSearchStopsAfterABoundedNumberAndSaysWhereToContinue() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue large = TestQueue.on(redis, "backpressure.global-rps", "1000000");
            JobDriver driver = new JobDriver(large);
            driver.enqueueMany("a", DeadLetterSearch.MAX_LOOKED + 500);
            driver.failAll("E");

            Found first = DeadLetterSearch.search(List.of(large.queue()), text("nothing"), null, 10);
            Found second = DeadLetterSearch.search(List.of(large.queue()), text("nothing"), first.next(), 10);

            assertThat(first.looked()).isEqualTo(DeadLetterSearch.MAX_LOOKED);
            assertThat(second.looked()).isEqualTo(500);
            assertThat(second.next()).isNull();
        }
    }

    private Found search(Wanted wanted, @Nullable Position before, int limit) {
        return DeadLetterSearch.search(List.of(mail.queue(), push.queue()), wanted, before, limit);
    }

    private static Wanted text(String text) {
        return new Wanted(null, null, text, null, null);
    }

    private static Wanted between(long from, long to) {
        return new Wanted(null, null, null, Instant.ofEpochMilli(TestQueue.START + from),
                Instant.ofEpochMilli(TestQueue.START + to));
    }

    private void later(long millis) {
        mail.advance(millis);
        push.advance(millis);
    }

    private static void fail(TestQueue queue, String group, String id, String code) {
        JobDriver driver = new JobDriver(queue);
        queue.enqueue(new EnqueueBatch(new GroupId(group), "MAIL", true,
                new EnqueueBatch.Given(PriorityLevel.NORMAL, null, GroupLimits.KEEP, null, null), null,
                List.of(new EnqueueBatch.Entry(new JobId(id), "{}"))));
        driver.fail(driver.claim(1), code);
    }

    private static List<String> ids(Found found) {
        return found.hits().stream().map(hit -> hit.letter().id().value()).toList();
    }
}
