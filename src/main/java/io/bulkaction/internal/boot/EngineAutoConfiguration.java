package io.bulkaction.internal.boot;

import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.engine.QueueEngine;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.alert.AlertMonitor;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.run.CallbackSender;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.Watcher;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import java.time.Duration;
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
            ResultAggregators aggregators,
            ApplicationEventPublisher publisher,
            CallbackSender callbacks) {
        return new Watchers(queues.all(), queue -> new Watcher(queue, aggregators, publisher, callbacks));
    }

    @Bean
    ThisInstance bulkActionInstance(BulkActionSettings settings, ObjectProvider<BuildProperties> build) {
        return ThisInstance.named(settings.instanceId(), build.getIfAvailable());
    }

    @Bean
    Engine bulkActionEngine(
            Queues queues, EngineAssembly assembly, Watchers watchers, ThisInstance instance) {
        List<QueueEngine> engines = queues.all().stream()
                .map(queue -> new QueueEngine(queue, assembly.parts(
                        queue.name(), queue.settings(), watchers.of(queue.name())::wake, instance::beat)))
                .toList();
        return new Engine(instance.id(), engines);
    }

    /** Not where a test moves the clock: nothing runs by itself there. */
    @Bean
    @ConditionalOnBooleanProperty(name = "bulk-action.test.virtual-time", havingValue = false, matchIfMissing = true)
    BulkActionLifecycle bulkActionLifecycle(
            Engine engine,
            Watchers watchers,
            AlertMonitor alerts,
            QueueHistory history,
            ThisInstance instance,
            Queues queues) {
        return new BulkActionLifecycle(
                engine, watchers, alerts, history, () -> instance.leave(queues.all()), gracePeriod(queues));
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
        QueuesHealth bulkActionQueuesHealth(Explainer explainer) {
            return new QueuesHealth(explainer);
        }
    }

    private static Duration gracePeriod(Queues queues) {
        return queues.all().stream()
                .map(Queue::settings)
                .map(settings -> settings.workerPool().shutdownGracePeriod())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
