package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The jobs of a group by status, a page at a time, in each place they can be in. */
class JobPagesIT {

    private static final GroupId A = new GroupId("a");

    private final TestQueue test = TestQueue.with();
    private final TestWorker worker = new TestWorker(test.queue());

    @Test
    void anUnknownGroupHasNoPage() {
        assertThat(JobPages.of(test.queue(), A).page(JobStatus.PENDING, null, 10)).isEmpty();
    }

    @Test
    void pendingJobsComeInTheirOrderAndWhatCameBackGoesFirst() {
        test.enqueue("a", ids("a", 10));
        test.fetch(3);
        List<ClaimedJob> jobs = test.claim(3);
        jobs.forEach(job -> test.release(job, true));

        assertThat(test.meta("a").get("returned")).isEqualTo("3");
        assertThat(all(JobStatus.PENDING, 2)).containsExactly(ids("a", 10));
        assertThat(all(JobStatus.PENDING, 100)).containsExactly(ids("a", 10));
    }

    @Test
    void aPageOfPendingJobsGoesOnWhereTheLastOneEndedAlthoughJobsStartedMeanwhile() {
        test.enqueue("a", ids("a", 10));
        JobPage first = page(JobStatus.PENDING, null, 4);
        test.fetch(2);

        assertThat(idsOf(page(JobStatus.PENDING, first.cursor(), 4))).containsExactly("a-4", "a-5", "a-6", "a-7");
    }

    @Test
    void readyAndRunningJobsAreThoseOfTheGroupAlone() {
        test.enqueue("b", ids("b", 5));
        test.enqueue("a", ids("a", 5));
        test.fetch(10);
        test.claim(4);

        assertThat(all(JobStatus.READY, 1)).hasSize(Integer.parseInt(test.meta("a").get("admitted"))
                - Integer.parseInt(test.meta("a").get("running"))).allMatch(id -> id.startsWith("a-"));
        List<String> running = all(JobStatus.PROCESSING, 1);
        assertThat(running).hasSize(Integer.parseInt(test.meta("a").get("running"))).isNotEmpty();
        assertThat(page(JobStatus.PROCESSING, null, 10).jobs().getFirst().until())
                .isEqualTo(Instant.ofEpochMilli(test.now()).plus(test.redis().settings().reliability().lease()));
        assertThat(page(JobStatus.PROCESSING, null, 10).jobs().getFirst().attempts()).isEqualTo(1);
    }

    @Test
    void jobsThatWaitForARetrySayUntilWhenAndWhy() {
        test.enqueue("a", "a1");
        test.enqueue("b", "b1");
        test.fetch(2);
        worker.retry(claimed("a1"), Duration.ofSeconds(9));

        JobPage page = page(JobStatus.WAITING, null, 10);
        assertThat(idsOf(page)).containsExactly("a1");
        assertThat(page.jobs().getFirst().until()).isEqualTo(Instant.ofEpochMilli(test.now() + 9_000));
        assertThat(page.jobs().getFirst().errorCode()).isNotNull();
    }

    @Test
    void succeededJobsComeNewestFirstAndNothingThatEndsMeanwhileMovesAPage() {
        test.enqueue("a", ids("a", 6));
        test.enqueue("b", ids("b", 6));
        test.fetch(12);
        List<ClaimedJob> jobs = test.claim(12);
        jobs.subList(0, 10).forEach(job -> {
            test.advance(1);
            test.complete(job);
        });
        List<String> newestFirst = jobs.subList(0, 10).reversed().stream()
                .filter(job -> job.groupId().equals(A)).map(job -> job.id().value()).toList();

        JobPage first = page(JobStatus.COMPLETED, null, 2);
        test.complete(jobs.subList(10, 12));
        List<String> found = new ArrayList<>(idsOf(first));
        for (String cursor = first.cursor(); cursor != null;) {
            JobPage next = page(JobStatus.COMPLETED, cursor, 2);
            found.addAll(idsOf(next));
            cursor = next.cursor();
        }

        assertThat(found).containsExactlyElementsOf(newestFirst);
        assertThat(first.jobs().getFirst().finishedAt()).isNotNull();
    }

    @Test
    void theJobsOfAGroupThatEndedLongAgoAreFoundWithoutLookingAtTheYoungerOnes() {
        test.enqueue("a", ids("a", 3));
        worker.completeAll();
        for (int i = 0; i < 60; i++) {
            test.advance(10);
            test.enqueue("later-" + i, ids("later-" + i, 200));
            worker.completeAll();
        }

        assertThat(idsOf(page(JobStatus.COMPLETED, null, 10))).containsExactlyInAnyOrder(ids("a", 3));
    }

    @Test
    void onlyTheCurrentRunIsShown() {
        test.enqueue("a", "old");
        worker.completeAll();
        test.advance(1_000);
        test.enqueue("a", "young");
        worker.completeAll();

        assertThat(all(JobStatus.COMPLETED, 10)).containsExactly("young");
    }

    @Test
    void cancelledAndSkippedJobsAreKeptApartAndGoneWithTheRun() {
        test.enqueue("a", ids("a", 5));
        test.fetch(2);
        test.claim(2).forEach(test::fail);
        worker.skip("a-0");
        Groups.of(test.queue()).cancel(A, "enough", null, List.of());

        assertThat(all(JobStatus.FAILED, 10)).containsExactly("a-1");
        assertThat(all(JobStatus.MANUALLY_RESOLVED, 10)).containsExactly("a-0");
        assertThat(all(JobStatus.CANCELLED, 2)).containsExactly("a-4", "a-3", "a-2");
        Accounting.prove(test);

        test.enqueue("a", "next");
        assertThat(all(JobStatus.CANCELLED, 10)).isEmpty();
        Accounting.prove(test);
    }

    @Test
    void onlyTheLastThousandCancelledJobsAreNamed() {
        for (int i = 0; i < 6; i++) {
            test.enqueue("a", IntStream.range(i * 250, (i + 1) * 250).mapToObj(n -> "a-" + n).toArray(String[]::new));
        }
        Groups groups = Groups.of(test.queue());
        CancelStep step = groups.cancel(A, "enough", null, List.of());
        while (step.cancelled() < 1_500) {
            step = groups.cancel(A, "enough", step, List.of());
        }

        assertThat(all(JobStatus.CANCELLED, 300)).hasSizeBetween(1_000, 1_100).startsWith("a-1499")
                .doesNotHaveDuplicates();
    }

    @Test
    void whatJobsReturnedAndWholeErrorsAreReadForAFileOnly() {
        test.enqueue("a", "a1");
        test.fetch(1);
        test.partition().inFlight().complete(List.of(new InFlight.Success(
                test.claimOne(), Duration.ofMillis(3), "{\"sent\":true}", false)));

        assertThat(page(JobStatus.COMPLETED, null, 1).jobs().getFirst().result()).isNull();
        assertThat(JobPages.of(test.queue(), A).results(JobStatus.COMPLETED, null, 1).orElseThrow().jobs().getFirst()
                .result()).isEqualTo("{\"sent\":true}");
    }

    private ClaimedJob claimed(String id) {
        return test.claim(2).stream().filter(job -> job.id().value().equals(id)).findFirst().orElseThrow();
    }

    private JobPage page(JobStatus status, @Nullable String cursor, int limit) {
        return JobPages.of(test.queue(), A).page(status, cursor, limit).orElseThrow();
    }

    private List<String> all(JobStatus status, int limit) {
        List<String> found = new ArrayList<>();
        String cursor = null;
        do {
            JobPage page = page(status, cursor, limit);
            found.addAll(idsOf(page));
            cursor = page.cursor();
        } while (cursor != null);
        return found;
    }

    private static List<String> idsOf(JobPage page) {
        return page.jobs().stream().map(job -> job.id().value()).toList();
    }

    private static String[] ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> group + "-" + i).toArray(String[]::new);
    }
}
