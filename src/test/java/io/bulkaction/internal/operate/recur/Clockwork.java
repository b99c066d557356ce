package io.bulkaction.internal.operate.recur;

import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.QueueName;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.internal.settings.RecurringSettings;
import io.bulkaction.internal.settings.RecurringSettings.FixedJob;
import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import io.bulkaction.internal.settings.RecurringSourceSettings;
import io.bulkaction.internal.submit.DefaultBulkActionService;
import io.bulkaction.internal.submit.JobWriter;
import io.bulkaction.internal.submit.RedisJobStore;
import io.bulkaction.internal.submit.SubmitObserver;
import io.bulkaction.internal.submit.SubmitRules;
import io.bulkaction.spi.JobSource;
import io.bulkaction.testing.TestQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** One instance of recurring bulk actions on a queue: what people call, and what ticks. */
record Clockwork(TestQueue test, RecurringActions actions, Ticker ticker, Audit audit) {

    static final Actor ANNA = new Actor("anna", "");

    /** A source with a name of its own. */
    interface Finds {
        Stream<JobRequest> jobs(JobSource.Tick tick) throws Exception;
    }

    static Clockwork on(TestQueue test) {
        return on(test, Map.of(), tick -> Stream.empty(), Ticker.Timing.NORMAL);
    }

    static Clockwork on(TestQueue test, Finds source) {
        return on(test, Map.of(), source, Ticker.Timing.NORMAL);
    }

    /** @param source what the source {@code found} finds */
    static Clockwork on(
            TestQueue test, Map<String, RecurringSettings> settings, Finds source, Ticker.Timing timing) {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
        BulkActionService service = new DefaultBulkActionService(
                new RedisJobStore(queues, groups, new TenantService(queues, groups), new Explainer(queues, groups),
                        new io.bulkaction.internal.flow.Accounts(queues, "test")),
                new JobWriter(JsonMapper.builder().build(), DataSize.ofKilobytes(256)),
                new SubmitRules((queue, type) -> {}, callback -> {}, window -> {}),
                SubmitObserver.NONE);
        JobSources sources = new JobSources(List.of(named(source)), new HttpJobs(http()));
        Audit audit = new Audit(queues, Defaults.audit());
        RecurringActions actions =
                new RecurringActions(queues, settings, service, sources, DataSize.ofKilobytes(256), audit);
        BulkActionMetrics metrics = new BulkActionMetrics(new SimpleMeterRegistry());
        Map<QueueName, Map<String, RecurringAction>> configured = settings.isEmpty() ? Map.of()
                : Map.of(test.queue().name(), actionsOf(settings));
        return new Clockwork(test, actions, new Ticker(
                RecurringRecords.of(queues.all()), Configured.of(configured, audit), groups::progress,
                new TickSubmit(service, sources),
                metrics::queue, timing),
                audit);
    }

    private static Map<String, RecurringAction> actionsOf(Map<String, RecurringSettings> settings) {
        Map<String, RecurringAction> made = new java.util.TreeMap<>();
        settings.forEach((name, each) -> made.put(name, RecurringAction.of(name, each)));
        return made;
    }

    private static RecurringSourceSettings http() {
        return Defaults.recurringSources(Map.of("allowed-hosts", "localhost:1,127.0.0.1:2"));
    }

    private static JobSource named(Finds source) {
        return new JobSource() {

            @Override
            public String name() {
                return "found";
            }

            @Override
            public Stream<JobRequest> jobs(Tick tick) throws Exception {
                return source.jobs(tick);
            }
        };
    }

    static RecurringAction fixed(String name, String cron, Missed missed, Overlap overlap) {
        return new RecurringAction(
                name, RecurringAction.Origin.API, cron, "UTC", "TEST", null,
                List.of(new FixedJob("first", "{\"a\":1}"), new FixedJob(null, "{}")), null, null,
                RecurringAction.DEFAULT_GROUP, missed, overlap);
    }

    static RecurringAction found(String name, String cron) {
        return new RecurringAction(
                name, RecurringAction.Origin.API, cron, "UTC", "TEST", null, List.of(), "found", null,
                RecurringAction.DEFAULT_GROUP, Missed.SKIP, Overlap.SKIP);
    }

    QueueName queue() {
        return test.queue().name();
    }

    RecurringState put(RecurringAction action) {
        return actions.put(queue(), action, ANNA).state();
    }

    RecurringState state(String name) {
        return actions.get(queue(), name).state();
    }

    void turnAfter(Duration time) {
        test.advance(time.toMillis());
        ticker.turn();
    }
}
