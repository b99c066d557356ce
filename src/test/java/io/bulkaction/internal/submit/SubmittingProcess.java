package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.testing.TestQueue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** One process: its service, and what it knows of accounts. */
record SubmittingProcess(TestQueue test, DefaultBulkActionService service, Accounts accounts) {

    static SubmittingProcess of(TestQueue test) {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
        Accounts accounts = new Accounts(queues, "test");
        return new SubmittingProcess(test, new DefaultBulkActionService(
                new RedisJobStore(queues, groups, new TenantService(queues, groups), new Explainer(queues, groups),
                        accounts),
                new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256)),
                new SubmitRules((queue, type) -> {}, callback -> {}, window -> {}),
                SubmitObserver.NONE), accounts);
    }

    Submission submit(Submitter by, String group, int jobs) throws IOException {
        return submit(by, group, IntStream.range(0, jobs).mapToObj(i -> UUID.randomUUID().toString()).toList());
    }

    Submission submit(Submitter by, String group, List<String> ids) throws IOException {
        return by.call(() -> service.submitNow(BulkActionRequest.to(test.queue().name().value(), group)
                .processor("TEST")
                .jobs(ids.stream().map(id -> JobRequest.of(id, QuotaIT.PAYLOAD)).toList())
                .build()));
    }

    /** Whatever waits in any partition. */
    void completeAll() {
        test.queue().partitions().forEach(partition -> {
            List<ClaimedJob> jobs;
            do {
                partition.fairQueue().fetch(1_000, 1_000);
                jobs = partition.ready().claim(1_000).jobs();
                partition.inFlight().complete(jobs.stream()
                        .map(job -> new InFlight.Success(job, Duration.ofMillis(5), null, false)).toList());
            } while (!jobs.isEmpty());
        });
    }
}
