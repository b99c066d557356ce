package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.DeadLetters.Page;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLettersIT {

    private final TestQueue test = TestQueue.with();
    private final JobDriver driver = new JobDriver(test);
    private final DeadLetters deadLetters = DeadLetters.of(test.queue());

    @Test
    void pagesAreNewestFirstWithTheTotalOfAll() {
        for (int i = 1; i <= 5; i++) {
            fail("a", "a" + i, "TEST", "E" + i);
            test.advance(1000);
        }

        Page first = deadLetters.page(Filter.ALL, 0, 2);
        Page last = deadLetters.page(Filter.ALL, 4, 2);

        assertThat(first.total()).isEqualTo(5);
        assertThat(ids(first)).containsExactly("a5", "a4");
        assertThat(ids(last)).containsExactly("a1");
        DeadLetter newest = first.items().getFirst();
        assertThat(newest)
                .isEqualTo(new DeadLetter(
                        new JobId("a5"),
                        new GroupId("a"),
                        "TEST",
                        "E5",
                        "it said E5",
                        1,
                        Instant.ofEpochMilli(TestQueue.START + 4000),
                        Instant.ofEpochMilli(TestQueue.START + 4000),
                        "{\"n\":\"a5\"}",
                        10));
        assertThat(deadLetters.page(Filter.ALL, 5, 2).items()).isEmpty();
    }

    @Test
    void aLargePageIsReadInStepsAndInOrder() {
        List<String> newestFirst = new ArrayList<>();
        for (int i = 0; i < 170; i++) {
            fail("a", "a" + i, "MAIL", "E");
            newestFirst.addFirst("a" + i);
            test.advance(1);
        }

        assertThat(ids(deadLetters.page(Filter.ALL, 10, 120))).isEqualTo(newestFirst.subList(10, 130));
        assertThat(ids(deadLetters.page(Filter.ALL, 100, 1_000))).isEqualTo(newestFirst.subList(100, 170));
    }

    @Test
    void filtersNarrowDownByGroupCodeAndProcessorWithTheirOwnTotals() {
        fail("a", "a1", "MAIL", "TIMEOUT");
        fail("a", "a2", "PUSH", "DENIED");
        fail("b", "b1", "MAIL", "DENIED");
        fail("b", "b2", "MAIL", "DENIED");

        assertThat(ids(page("a", null, null))).containsExactlyInAnyOrder("a1", "a2");
        assertThat(ids(page(null, "DENIED", null))).containsExactlyInAnyOrder("a2", "b1", "b2");
        assertThat(ids(page(null, null, "MAIL"))).containsExactlyInAnyOrder("a1", "b1", "b2");
        assertThat(ids(page("b", "DENIED", "MAIL"))).containsExactlyInAnyOrder("b1", "b2");
        assertThat(ids(page("a", "DENIED", "MAIL"))).isEmpty();
        assertThat(page("b", "DENIED", null).total()).isEqualTo(2);
        assertThat(page("b", "DENIED", null).exact()).isTrue();
        assertThat(page("nobody", null, null).total()).isZero();
    }

    @Test
    void errorsAreCountedByCodeTheMostFrequentFirstEachWithItsNewest() {
        fail("a", "a1", "MAIL", "DENIED");
        test.advance(1);
        fail("b", "b1", "MAIL", "DENIED");
        test.advance(1);
        fail("a", "a2", "MAIL", "TIMEOUT");

        DeadLetters.ErrorCounts errors = deadLetters.errors();

        assertThat(errors.total()).isEqualTo(3);
        assertThat(errors.exact()).isTrue();
        assertThat(errors.codes()).extracting(each -> each.code() + " " + each.count() + " " + each.newest())
                .containsExactly("DENIED 2 b#b1", "TIMEOUT 1 a#a2");
    }

    @Test
    void retriedAndResolvedJobsLeaveEveryList() {
        fail("a", "a1", "MAIL", "TIMEOUT");
        fail("a", "a2", "MAIL", "TIMEOUT");

        deadLetters.retry(List.of(test.name("a1")));
        deadLetters.skip(List.of(test.name("a2")), "anna", "done");

        assertThat(deadLetters.page(DeadLetters.Filter.ALL, 0, 1).total()).isZero();
        assertThat(page("a", null, null).total()).isZero();
        assertThat(page(null, "TIMEOUT", null).total()).isZero();
        assertThat(page(null, null, "MAIL").total()).isZero();
        assertThat(test.hash(test.redis().keys().group(new GroupId("a"), "errors")))
                .as("a resolved job did fail, a retried one may yet succeed")
                .containsEntry("TIMEOUT", "1");
    }

    @Test
    void retriedJobsRunInTheOrderTheyFailed() {
        fail("a", "z", "TEST", "E");
        test.advance(1);
        fail("a", "m", "TEST", "E");
        test.advance(1);
        fail("a", "b", "TEST", "E");

        DeadLetters.Selection all = DeadLetters.select(test.redis(), Filter.ALL, null, 0);
        deadLetters.retry(all.jobs());

        assertThat(driver.claim(10)).extracting(job -> job.id().value()).containsExactly("z", "m", "b");
    }

    @Test
    void aPayloadTooLongForAListIsLeftOutOfIt() {
        String payload = "\"" + "x".repeat(20_000) + "\"";
        test.enqueue(
                EnqueueBatch.of(new GroupId("a"), "TEST", List.of(new EnqueueBatch.Entry(new JobId("a1"), payload))));
        driver.failAll("E");

        DeadLetter item = deadLetters.page(Filter.ALL, 0, 10).items().getFirst();

        assertThat(item.payload()).isNull();
        assertThat(item.payloadBytes()).isEqualTo(20_002);
        assertThat(JobLookup.of(test.queue()).find(test.name("a1")).orElseThrow().payload()).isEqualTo(payload);
    }

    @Test
    void aJobOfAGroupThatIsBeingCancelledIsNotRetried() {
        fail("a", "a1", "TEST", "E");
        byte[] meta = test.redis().keys().group(new GroupId("a"), "meta");
        test.redis().read(commands -> commands.hset(meta, "status".getBytes(), "CANCELLING".getBytes()));

        assertThat(deadLetters.retry(List.of(test.name("a1")))).isEmpty();
        assertThat(deadLetters.page(DeadLetters.Filter.ALL, 0, 1).total()).isEqualTo(1);
    }

    private void fail(String group, String id, String processor, String code) {
        test.enqueue(new EnqueueBatch(new GroupId(group), processor, true,
                new EnqueueBatch.Given(PriorityLevel.NORMAL, null, GroupLimits.KEEP, null, null), null,
                List.of(new EnqueueBatch.Entry(new JobId(id), "{\"n\":\"" + id + "\"}"))));
        driver.fail(driver.claim(1), code);
    }

    private Page page(@Nullable String group, @Nullable String code, @Nullable String processor) {
        return deadLetters.page(new Filter(group == null ? null : new GroupId(group), code, processor), 0, 10);
    }

    private static List<String> ids(Page page) {
        return page.items().stream().map(item -> item.id().value()).toList();
    }
}
