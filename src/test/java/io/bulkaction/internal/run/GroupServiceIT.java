package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.testing.LogLines;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class GroupServiceIT {

    private final TestQueue test = TestQueue.with();
    private final QueueName queue = test.queue().name();
    private final ResultAggregators aggregators = new ResultAggregators(List.of());
    private final GroupService service = new GroupService(new Queues(Map.of(queue, test.queue())), aggregators);
    private final TestWorker worker = new TestWorker(test.queue());

    @Test
    void answersEmptyForAnUnknownGroup() {
        GroupId nobody = new GroupId("nobody");
        assertThat(service.progress(queue, nobody)).isEmpty();
        assertThat(service.result(queue, nobody)).isEmpty();
        assertThat(service.partialResult(queue, nobody)).isEmpty();
        assertThat(service.results(queue, nobody)).isEmpty();
        assertThat(service.seal(queue, nobody)).isFalse();
        assertThat(service.cancel(queue, nobody, "why not")).isEmpty();
        assertThat(test.contents()).isEmpty();
    }

    @Test
    void refusesAnUnknownQueue() {
        assertThatExceptionOfType(UnknownQueueException.class)
                .isThrownBy(() -> service.progress(new QueueName("other"), new GroupId("a")))
                .withMessageContaining("'other'");
    }

    @Test
    void cancellingAFinishedRunChangesNothing() {
        test.enqueue("a", "a1");
        worker.completeAll();
        Map<String, String> before = test.contents();
        assertThat(service.cancel(queue, new GroupId("a"), "too late")).hasValue(new Cancellation(false, 0, 0));
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void theReasonOfACancellationCannotForgeALineOfTheLog() {
        test.enqueue("a", "a1");
        try (LogLines log = LogLines.of(GroupService.class)) {
            service.cancel(queue, new GroupId("a"), "bye\nERROR all is lost\u2028\u202e");

            assertThat(log.messages()).filteredOn(line -> line.contains(queue.value())).singleElement().asString()
                    .endsWith("bye\\nERROR all is lost\\u2028\\u202e");
        }
    }

    @Test
    void pagesThroughAllGroupsOrThoseOfOneStatusTheLatestFirst() {
        for (int i = 0; i < 5; i++) {
            finish("done" + i);
            test.advance(1);
        }
        test.enqueue("new", "n1");
        assertThat(ids(GroupStatus.COMPLETED, 1, 2)).containsExactly("done4", "done3");
        assertThat(ids(GroupStatus.COMPLETED, 3, 2)).containsExactly("done0");
        assertThat(ids(GroupStatus.COMPLETED, 4, 2)).isEmpty();
        assertThat(ids(GroupStatus.CREATED, 1, 10)).containsExactly("new");
        assertThat(ids(GroupStatus.FAILED, 1, 10)).isEmpty();
        assertThat(ids(null, 1, 2)).containsExactly("new", "done4");
        assertThat(ids(null, 2, 2)).containsExactly("done3", "done2");
        assertThat(ids(null, 3, 2)).containsExactly("done1", "done0");
        assertThat(service.groups(queue, null, 1, 2).total()).isEqualTo(6);
        assertThat(service.groups(queue, GroupStatus.COMPLETED, 1, 2).total()).isEqualTo(5);
        assertThat(Groups.of(test.queue()).perStatus()).containsEntry(GroupStatus.COMPLETED, 5L);
        assertThatIllegalArgumentException().isThrownBy(() -> service.groups(queue, null, 0, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> service.groups(queue, null, 1, 1_001));
    }

    @Test
    void aGroupWithReadyJobsThatHasNotBegunIsDispatched() {
        test.enqueue("a", "a1");
        assertThat(statuses(null)).containsExactly(GroupStatus.CREATED);
        worker.fetch();
        assertThat(statuses(null)).containsExactly(GroupStatus.DISPATCHED);
        assertThat(service.progress(queue, new GroupId("a")).orElseThrow().status()).isEqualTo(GroupStatus.DISPATCHED);
        assertThat(statuses(GroupStatus.DISPATCHED)).containsExactly(GroupStatus.DISPATCHED);
        assertThat(statuses(GroupStatus.CREATED)).containsExactly(GroupStatus.DISPATCHED);
        worker.claim(1);
        assertThat(statuses(null)).containsExactly(GroupStatus.RUNNING);
        assertThat(statuses(GroupStatus.DISPATCHED)).isEmpty();
    }

    private List<GroupStatus> statuses(@Nullable GroupStatus asked) {
        return service.groups(queue, asked, 1, 10).items().stream().map(GroupProgress::status).toList();
    }

    private List<String> ids(@Nullable GroupStatus status, int page, int limit) {
        return service.groups(queue, status, page, limit).items().stream()
                .map(progress -> progress.groupId().value()).toList();
    }

    private void finish(String group) {
        test.enqueue(group, group + "-1");
        worker.completeAll();
    }
}
