package io.bulkaction.internal.metrics;

import io.bulkaction.QueueName;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives every queue its meters. Keep it as long as the registry, which refers to some counters only weakly. */
public final class BulkActionMetrics {

    private final MeterRegistry registry;
    private final Map<QueueName, QueueMetrics> queues = new ConcurrentHashMap<>();
    private volatile boolean areGroupsShown = true;

    public BulkActionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Where everybody may read the metrics: groups are named after customers. */
    public void hideGroups() {
        areGroupsShown = false;
    }

    public boolean areGroupsShown() {
        return areGroupsShown;
    }

    /** How many accounts with a quota there are. */
    public void accounts(Supplier<Long> count) {
        Gauge.builder("bulk.action.quota.accounts", count::get).description("Accounts with a quota")
                .strongReference(true).register(registry);
    }

    /**
     * What an account with a quota has of one kind, and may have.
     *
     * @param used gives null while it is not known, as does the other one
     */
    public void quota(
            String account, String kind, Supplier<@Nullable Number> used, Supplier<@Nullable Number> allowed) {
        Gauge.builder("bulk.action.quota.used", used, BulkActionMetrics::number).description("What an account has")
                .tag("account", account).tag("kind", kind).strongReference(true).register(registry);
        allowed(account, kind, allowed);
    }

    /** How often an account has submitted, on all instances, and how often it may in a second. */
    public void submits(String account, Supplier<@Nullable Number> count, Supplier<@Nullable Number> allowed) {
        // why this: the registry refers to it weakly
        FunctionCounter.builder("bulk.action.quota.submits", this, any -> number(count))
                .description("Submits of an account with a quota, over all instances")
                .tag("account", account).register(registry);
        allowed(account, "submits_per_second", allowed);
    }

    private void allowed(String account, String kind, Supplier<@Nullable Number> allowed) {
        Gauge.builder("bulk.action.quota.allowed", allowed, BulkActionMetrics::number)
                .description("What an account may have")
                .tag("account", account).tag("kind", kind).strongReference(true).register(registry);
    }

    /** What transactions have submitted and is still in their database; null while that does not answer. */
    public void outbox(
            Supplier<@Nullable Long> waiting, Supplier<@Nullable Long> oldestSeconds,
            Supplier<@Nullable Long> refused) {
        Gauge.builder("bulk.action.outbox.waiting", waiting, BulkActionMetrics::number)
                .description("Requests in the outbox that are to be sent").strongReference(true).register(registry);
        Gauge.builder("bulk.action.outbox.oldest.age", oldestSeconds, BulkActionMetrics::number).baseUnit("seconds")
                .description("For how long the oldest of them has waited").strongReference(true).register(registry);
        Gauge.builder("bulk.action.outbox.refused", refused, BulkActionMetrics::number)
                .description("Requests in the outbox that will not be sent").strongReference(true).register(registry);
    }

    private static double number(Supplier<? extends @Nullable Number> source) {
        Number now = source.get();
        return now == null ? Double.NaN : now.doubleValue();
    }

    /** Always the same object for the same queue. */
    public QueueMetrics queue(QueueName queue) {
        return queues.computeIfAbsent(queue, name -> new QueueMetrics(new QueueMeters(registry, name)));
    }
}
