package io.bulkaction.internal.boot;

import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.engine.QueueEngine;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.KeepAlive;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.operate.alert.AlertMonitor;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.operate.recur.RecurringActions;
import io.bulkaction.internal.operate.recur.Ticker;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.operate.sending.WindowKeeper;
import io.bulkaction.internal.run.CallbackSender;
import io.bulkaction.internal.run.Followers;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.Watcher;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.settings.ProcessorOverrides;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The workers and the watchers; left out where a module only submits. */
@AutoConfiguration(before = BulkActionAutoConfiguration.class)
@ConditionalOnRedisJobs
@ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
class EngineAutoConfiguration {

    @Bean
    CallbackSender bulkActionCallbacks(CallbackSettings settings) {
        return new CallbackSender(settings);
    }

    @Bean
    Watchers bulkActionWatchers(
            Queues queues,
            BulkActionSettings settings,
            GroupService groups,
            ResultAggregators aggregators,
            ApplicationEventPublisher publisher,
            CallbackSender callbacks) {
        return new Watchers(queues.of(settings.workedOn()),
                queue -> new Watcher(queue, aggregators, publisher, callbacks),
                new Followers(queues.of(settings.workedOn()), queues, groups));
    }

    @Bean
    ThisInstance bulkActionInstance(
            BulkActionSettings settings, ObjectProvider<BuildProperties> build, ProcessorRegistry processors,
            ProcessorOverrides overrides) {
        return ThisInstance.named(settings.instanceId(), build.getIfAvailable(), processors.types(), overrides);
    }

    @Bean
    Engine bulkActionEngine(
            Queues queues, EngineAssembly assembly, Watchers watchers, ThisInstance instance,
            BulkActionSettings settings, QueueEvents events) {
        List<QueueEngine> engines = queues.of(settings.workedOn()).stream()
                .map(queue -> new QueueEngine(queue, assembly.parts(
                        queue.name(), queue.settings(), watchers.of(queue.name())::wake, events::failed,
                        (partition, workers) -> instance.beat(queue, partition, workers))))
                .toList();
        return new Engine(instance.id(), engines);
    }

    @Bean
    QueueEvents bulkActionQueueEvents(ApplicationEventPublisher publisher) {
        return new QueueEvents(publisher);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "bulk-action.test.virtual-time", havingValue = false, matchIfMissing = true)
    QueueEventsThread bulkActionQueueEventsThread(QueueEvents events) {
        return new QueueEventsThread(events);
    }

    /** Not where a test moves the clock: nothing runs by itself there. */
    @Bean
    @ConditionalOnBooleanProperty(name = "bulk-action.test.virtual-time", havingValue = false, matchIfMissing = true)
    BulkActionLifecycle bulkActionLifecycle(
            Engine engine,
            Watchers watchers,
            AlertMonitor alerts,
            QueueHistory history,
            Ticker ticker,
            WindowKeeper windows,
            ThisInstance instance,
            StartChecks checks,
            Queues queues,
            BulkActionSettings settings) {
        Collection<Queue> own = queues.of(settings.workedOn());
        return new BulkActionLifecycle(
                checks, engine, watchers, alerts, history, ticker, windows, () -> instance.leave(own), gracePeriod(own),
                settings.engine().keepAlive() ? new KeepAlive() : null);
    }

    @Bean
    WindowKeeper bulkActionWindowKeeper(SendingWindows windows, Queues queues, BulkActionSettings settings) {
        return windows.keeper(queues.of(settings.workedOn()));
    }

    @Bean
    Ticker bulkActionTicker(RecurringActions recurring, GroupService groups, BulkActionMetrics metrics) {
        return recurring.ticker(groups, metrics::queue);
    }

    /** Where health is on the class path; a plain module need not have it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class HealthConfiguration {

        @Bean
        EngineHealth bulkActionEngineHealth(Engine engine, Watchers watchers) {
            return new EngineHealth(engine, watchers);
        }

        @Bean
        QueuesHealth bulkActionQueuesHealth(Explainer explainer, BulkActionSettings settings) {
            return new QueuesHealth(explainer, settings.workedOn());
        }
    }

    private static Duration gracePeriod(Collection<Queue> queues) {
        return queues.stream()
                .map(Queue::settings)
                .map(settings -> settings.workerPool().shutdownGracePeriod())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
