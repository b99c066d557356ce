package io.bulkaction.internal.boot;

import io.bulkaction.BulkActionService;
import io.bulkaction.QueueName;
import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Ledger;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.AsyncCalls;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.operate.GroupActions;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.Tasks;
import io.bulkaction.internal.operate.TenantActions;
import io.bulkaction.internal.operate.alert.OpenAlerts;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.history.Fairness;
import io.bulkaction.internal.operate.history.QueueHistory;
import io.bulkaction.internal.operate.recur.HttpJobs;
import io.bulkaction.internal.operate.recur.JobSources;
import io.bulkaction.internal.operate.recur.RecurringActions;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.outbox.OutboxReport;
import io.bulkaction.internal.payload.PayloadCodecs;
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
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.internal.settings.RecurringSourceSettings;
import io.bulkaction.internal.submit.AnnouncedProcessors;
import io.bulkaction.internal.submit.CommitStore;
import io.bulkaction.internal.submit.DefaultBulkActionService;
import io.bulkaction.internal.submit.JobStore;
import io.bulkaction.internal.submit.JobWriter;
import io.bulkaction.internal.submit.RedisJobStore;
import io.bulkaction.internal.submit.RequestSender;
import io.bulkaction.internal.submit.SubmitObserver;
import io.bulkaction.internal.submit.SubmitRules;
import io.bulkaction.internal.testkit.MovableTime;
import io.bulkaction.spi.JobSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What every module gets: the queues in Redis and the way in. */
@AutoConfiguration(after = RedisAutoConfiguration.class)
@ConditionalOnRedisJobs
@EnableConfigurationProperties({AuditSettings.class, RecurringSourceSettings.class})
class BulkActionAutoConfiguration {

    @Bean
    Queues bulkActionQueues(
            BulkActionSettings settings, RedisAccess redis, BulkActionMetrics metrics, PayloadCodecs payloads,
            ObjectProvider<MovableTime> time) {
        Map<QueueName, Queue> queues = new TreeMap<>();
        settings.allQueues().forEach((name, queue) -> queues.put(
                name, queue(settings, name, queue, redis, metrics, payloads, time.getIfAvailable())));
        return new Queues(queues);
    }

    @Bean
    StartChecks bulkActionStartChecks(
            RedisAccess redis, RedisChecks servers, Queues queues, Accounts accounts, BulkActionSettings settings) {
        return new StartChecks(redis, servers, queues, accounts, settings);
    }

    @Bean
    Accounts bulkActionAccounts(Queues queues, BulkActionSettings settings) {
        return new Accounts(queues, settings.keyPrefix());
    }

    @Bean
    JobStore bulkActionJobStore(Queues queues, GroupService groups, Explainer explainer, Accounts accounts) {
        return new RedisJobStore(queues, groups, new TenantService(queues, groups), explainer, accounts);
    }

    @Bean
    RequestSender bulkActionRequestSender(
            JobStore store,
            Queues queues,
            HostJson json,
            BulkActionSettings settings,
            ObjectProvider<ProcessorRegistry> processors,
            CallbackPolicy callbacks,
            SendingWindows windows,
            BulkActionMetrics metrics,
            JobObservation observation) {
        AnnouncedProcessors known = new AnnouncedProcessors(
                settings, types(processors), queue -> queues.get(queue).home().instances().announcedTypes());
        SubmitRules rules = new SubmitRules(known, callbacks::check, windows::require);
        SubmitObserver observer = new ObservedSubmits(metrics, observation);
        return new RequestSender(store, new JobWriter(json.mapper(), settings.limits().payload()), rules, observer);
    }

    @Bean
    @ConditionalOnMissingBean
    BulkActionService bulkActionService(
            JobStore store, RequestSender sender, BulkActionSettings settings, ObjectProvider<CommitStore> outbox) {
        return new DefaultBulkActionService(
                store, sender, new AsyncCalls(settings.submit().maxAsync()), outbox.getIfAvailable());
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
    QueueHistory bulkActionHistory(Queues queues, BulkActionMetrics metrics, BulkActionSettings settings) {
        return new QueueHistory(queues, queues.of(settings.workedOn()), metrics::queue);
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
    JobSources bulkActionJobSources(ObjectProvider<JobSource> sources, RecurringSourceSettings settings) {
        return new JobSources(sources.orderedStream().toList(), new HttpJobs(settings));
    }

    @Bean
    RecurringActions bulkActionRecurring(
            Queues queues, BulkActionSettings settings, BulkActionService service, JobSources sources, Audit audit) {
        return new RecurringActions(
                queues, settings.recurring(), service, sources, settings.limits().payload(), audit);
    }

    @Bean
    SendingWindows bulkActionSendingWindows(Queues queues, BulkActionSettings settings, Audit audit) {
        return new SendingWindows(queues, settings.windows(), audit);
    }

    @Bean
    Tasks bulkActionTasks(Queues queues) {
        return new Tasks(queues);
    }

    /** Where there is an actuator that offers it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint")
    static class ActuatorConfiguration {

        @Bean
        @ConditionalOnAvailableEndpoint
        BulkActionEndpoint bulkActionEndpoint(
                Queues queues, Explainer explainer, ObjectProvider<OutboxReport> outbox) {
            return new BulkActionEndpoint(
                    queues, explainer,
                    () -> Optional.ofNullable(outbox.getIfAvailable()).flatMap(OutboxReport::status));
        }
    }

    private static Set<String> types(ObjectProvider<ProcessorRegistry> processors) {
        ProcessorRegistry registry = processors.getIfAvailable();
        return registry == null ? Set.of() : registry.types();
    }

    private static Queue queue(
            BulkActionSettings settings,
            QueueName name,
            QueueSettings queue,
            RedisAccess redis,
            BulkActionMetrics metrics,
            PayloadCodecs payloads,
            @Nullable MovableTime time) {
        Scripts scripts =
                new Scripts(redis, (script, took) -> metrics.queue(name).scriptRan(script.verb(), took.toNanos()));
        Function<Keys, RedisQueue> live = keys -> new RedisQueue(name, queue, keys, redis, scripts)
                .encoding(payloads);
        Function<Keys, RedisQueue> on = time == null ? live : live.andThen(made -> made.at(time::toEpochMilli));
        // why one in a test: it sees the same, and its clock has one queue to ask when there is more to do
        int partitions = time == null ? queue.partitions() : 1;
        Queue made = Queue.of(Keys.of(settings.keyPrefix(), name, partitions).stream().map(on).toList(),
                ledgers(settings, name, queue, on));
        QueueGauges.show(made, metrics.queue(name), settings.metrics().topGroups(), metrics::areGroupsShown);
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
