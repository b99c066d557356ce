package io.bulkaction.internal.boot;

import io.bulkaction.BulkActionService;
import io.bulkaction.QueueName;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Ledger;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.ObservationHandlers;
import io.bulkaction.internal.operate.GroupActions;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.Tasks;
import io.bulkaction.internal.operate.TenantActions;
import io.bulkaction.internal.operate.alert.OpenAlerts;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.history.Fairness;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisChecks;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.internal.run.CallbackPolicy;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.internal.settings.AuditSettings;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.internal.submit.DefaultBulkActionService;
import io.bulkaction.internal.submit.JobWriter;
import io.bulkaction.internal.submit.SubmitObserver;
import io.bulkaction.internal.submit.SubmitRules;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/** What every module gets: the queues and the way in. */
@AutoConfiguration(after = RedisAutoConfiguration.class)
@EnableConfigurationProperties({BulkActionSettings.class, AuditSettings.class})
class BulkActionAutoConfiguration {

    @Bean
    BulkActionMetrics bulkActionMetrics(ObjectProvider<MeterRegistry> registry) {
        return new BulkActionMetrics(registry.getIfAvailable(CompositeMeterRegistry::new));
    }

    @Bean
    JobObservation bulkActionObservation(
            ObjectProvider<ObservationHandler<?>> handlers,
            ObjectProvider<ObservationPredicate> predicates,
            ObjectProvider<ObservationFilter> filters) {
        return new JobObservation(ObservationHandlers.registry(
                handlers.orderedStream().toList(),
                predicates.orderedStream().toList(),
                filters.orderedStream().toList()));
    }

    @Bean
    Queues bulkActionQueues(BulkActionSettings settings, RedisAccess redis, BulkActionMetrics metrics) {
        Map<QueueName, Queue> queues = new TreeMap<>();
        settings.allQueues().forEach((name, queue) -> queues.put(name, queue(settings, name, queue, redis, metrics)));
        return new Queues(queues);
    }

    @Bean
    StartChecks bulkActionStartChecks(RedisChecks redis, Queues queues, BulkActionSettings settings) {
        return new StartChecks(redis, queues, settings);
    }

    @Bean
    ProcessorOverrides bulkActionProcessorOverrides(Environment environment) {
        return new ProcessorOverrides(environment);
    }

    @Bean
    BulkActionService bulkActionService(
            Queues queues,
            JsonMapper json,
            BulkActionSettings settings,
            ObjectProvider<ProcessorRegistry> processors,
            CallbackPolicy callbacks,
            GroupService groups,
            Explainer explainer,
            BulkActionMetrics metrics,
            JobObservation observation) {
        SubmitRules rules = new SubmitRules(
                Optional.ofNullable(processors.getIfAvailable()).map(ProcessorRegistry::types), callbacks::check);
        SubmitObserver observer = new ObservedSubmits(metrics, observation);
        return new DefaultBulkActionService(
                queues, new JobWriter(json, settings.limits().payload()), rules, observer, groups, explainer);
    }

    @Bean
    Explainer bulkActionExplainer(Queues queues, GroupService groups) {
        return new Explainer(queues, groups);
    }

    @Bean
    QueueOperations bulkActionOperations(Queues queues, Audit audit, Tasks tasks) {
        return new QueueOperations(queues, audit, tasks);
    }

    @Bean
    GroupActions bulkActionGroupActions(GroupService groups, Audit audit) {
        return new GroupActions(groups, audit);
    }

    @Bean
    TenantActions bulkActionTenantActions(Queues queues, GroupService groups, Audit audit) {
        return new TenantActions(queues, new TenantService(queues, groups), audit);
    }

    @Bean
    QueueHistory bulkActionHistory(Queues queues, BulkActionMetrics metrics) {
        return new QueueHistory(queues, metrics::queue);
    }

    @Bean
    Fairness bulkActionFairness(Queues queues, GroupService groups) {
        return new Fairness(queues, groups);
    }

    @Bean
    Doctor bulkActionDoctor(Queues queues, Audit audit, Tasks tasks) {
        return new Doctor(queues, audit, tasks);
    }

    @Bean
    Audit bulkActionAudit(Queues queues, AuditSettings settings) {
        return new Audit(queues, settings);
    }

    @Bean
    OpenAlerts bulkActionOpenAlerts(Queues queues) {
        return new OpenAlerts(queues);
    }

    @Bean
    Tasks bulkActionTasks(Queues queues) {
        return new Tasks(queues);
    }

    private static Queue queue(
            BulkActionSettings settings,
            QueueName name,
            QueueSettings queue,
            RedisAccess redis,
            BulkActionMetrics metrics) {
        Scripts scripts =
                new Scripts(redis, (script, took) -> metrics.queue(name).scriptRan(script.verb(), took.toNanos()));
        Function<Keys, RedisQueue> on = keys -> new RedisQueue(name, queue, keys, redis, scripts);
        Queue made = Queue.of(
                Keys.of(settings.keyPrefix(), name, queue.partitions()).stream().map(on).toList(),
                ledgers(settings, name, queue, on));
        QueueGauges.show(made, metrics.queue(name), settings.metrics().topGroups());
        return made;
    }

    private static List<Ledger> ledgers(
            BulkActionSettings settings, QueueName name, QueueSettings queue, Function<Keys, RedisQueue> on) {
        if (!queue.hasLedger()) {
            return List.of();
        }
        QueueSettings.Backpressure pressure = queue.backpressure();
        List<Ledger> ledgers = new ArrayList<>();
        ledgers.add(new Ledger(
                on.apply(Keys.ledgerOf(settings.keyPrefix(), name)),
                pressure.globalRps(), pressure.rateLimitWindow(), pressure.rateLimitBurst()));
        if (pressure.limiter() != null) {
            BulkActionSettings.Limiter limiter = settings.limiters().get(pressure.limiter());
            ledgers.add(new Ledger(
                    on.apply(Keys.limiter(settings.keyPrefix(), name, pressure.limiter())),
                    limiter.rps(), limiter.window(), limiter.burst()));
        }
        return ledgers;
    }
}
