package io.bulkaction.internal.boot;

import io.bulkaction.BulkActionService;
import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.CallingWorker;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.AsyncCalls;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.recur.HttpJobs;
import io.bulkaction.internal.operate.recur.JobSources;
import io.bulkaction.internal.operate.recur.RecurringActions;
import io.bulkaction.internal.operate.recur.SteppedTicker;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.run.CallbackPolicy;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.settings.RecurringSourceSettings;
import io.bulkaction.internal.settings.TestKitSettings;
import io.bulkaction.internal.submit.AnnouncedProcessors;
import io.bulkaction.internal.submit.DefaultBulkActionService;
import io.bulkaction.internal.submit.JobStore;
import io.bulkaction.internal.submit.JobWriter;
import io.bulkaction.internal.submit.RequestSender;
import io.bulkaction.internal.submit.SubmitRules;
import io.bulkaction.internal.testkit.InlineKit;
import io.bulkaction.internal.testkit.InlineStore;
import io.bulkaction.internal.testkit.MovableTime;
import io.bulkaction.internal.testkit.RedisKit;
import io.bulkaction.spi.JobSource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The test kit, in one of its two forms; off unless a test asks for it. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "bulk-action.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TestKitSettings.class)
class TestKitAutoConfiguration {

    /** With listeners; a test that hangs says where. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Jobs in memory, without Redis. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("bulk-action.test.inline")
    @EnableConfigurationProperties(RecurringSourceSettings.class)
    static class InlineConfiguration {

        @Bean
        MovableTime bulkActionTime() {
            return new MovableTime();
        }

        @Bean
        InlineStore bulkActionJobStore(
                BulkActionSettings settings, ResultAggregators aggregators, MovableTime time) {
            return new InlineStore(settings.allQueues(), aggregators, time);
        }

        @Bean
        @ConditionalOnMissingBean
        BulkActionService bulkActionService(
                InlineStore store,
                HostJson json,
                BulkActionSettings settings,
                ObjectProvider<ProcessorRegistry> processors,
                CallbackPolicy callbacks,
                BulkActionMetrics metrics,
                JobObservation observation) {
            ProcessorRegistry registry = processors.getIfAvailable();
            SubmitRules rules = new SubmitRules(new AnnouncedProcessors(
                    settings, registry == null ? Set.of() : registry.types(), queue -> Set.of()), callbacks::check,
                    window -> {}); // there are no limits either
            RequestSender sender = new RequestSender(
                    store, new JobWriter(json.mapper(), settings.limits().payload()), rules,
                    new ObservedSubmits(metrics, observation));
            return new DefaultBulkActionService(
                    store, sender, new AsyncCalls(settings.submit().maxAsync()), null);
        }

        @Bean
        InlineKit bulkActionTestKit(
                MovableTime time, InlineStore store, ObjectProvider<EngineAssembly> engine, BulkActionSettings settings,
                ApplicationEventPublisher publisher, HostJson json,
                ObjectProvider<SteppedTicker> ticker) {
            Map<QueueName, CallingWorker> workers = workers(engine.getIfAvailable(), settings, store);
            return new InlineKit(
                    time, store, queue -> Optional.ofNullable(workers.get(queue)), publisher::publishEvent,
                    json.mapper(), ticker.getIfAvailable());
        }

        @Bean
        @ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
        SteppedTicker bulkActionTestTicker(
                BulkActionSettings settings, BulkActionService service, JobSources sources, InlineStore store,
                BulkActionMetrics metrics, MovableTime time) {
            return SteppedTicker.inMemory(settings, service, sources, store::progress, metrics::queue, time);
        }

        @Bean
        JobSources bulkActionJobSources(ObjectProvider<JobSource> sources, RecurringSourceSettings settings) {
            return new JobSources(sources.orderedStream().toList(), new HttpJobs(settings));
        }

        private static Map<QueueName, CallingWorker> workers(
                @Nullable EngineAssembly engine, BulkActionSettings settings, InlineStore store) {
            return engine == null ? Map.of()
                    : settings.allQueues().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                            queue -> new CallingWorker(
                                    engine.parts(queue.getKey(), queue.getValue(), () -> {}, failure -> {},
                                            (partition, workers) -> workers),
                                    store)));
        }
    }

    /** The scripts of production on a clock that the test moves. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnRedisJobs
    @ConditionalOnBooleanProperty("bulk-action.test.virtual-time")
    static class VirtualTimeConfiguration {

        @Bean
        MovableTime bulkActionTime() {
            return new MovableTime();
        }

        @Bean
        RedisKit bulkActionTestKit(
                MovableTime time, JobStore store, Queues queues, ObjectProvider<Engine> engine,
                ObjectProvider<Watchers> watchers, ObjectProvider<SteppedTicker> ticker,
                ObjectProvider<QueueEvents> events, SendingWindows windows, HostJson json) {
            QueueEvents heard = events.getIfAvailable();
            return new RedisKit(time, store, queues, engine.getIfAvailable(), watchers.getIfAvailable(),
                    ticker.getIfAvailable(), heard == null ? () -> 0 : () -> publish(queues, heard),
                    windows.keeper(queues.all()),
                    json.mapper());
        }

        @Bean
        @ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
        SteppedTicker bulkActionTestTicker(RecurringActions recurring, GroupService groups, BulkActionMetrics metrics) {
            return recurring.stepped(groups, metrics::queue);
        }

        private static int publish(Queues queues, QueueEvents events) {
            QueueControl.surveys(queues.all()).forEach(events::seen);
            return events.publishAll(Deadline.in(PATIENCE));
        }
    }
}
