package io.bulkaction.internal.settings;

import java.util.Map;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Default settings, with or without some properties set. */
public final class Defaults {

    private Defaults() {}

    public static AuditSettings audit() {
        return bind(AuditSettings.class, Map.of());
    }

    public static RecurringSourceSettings recurringSources(Map<String, String> properties) {
        return bind(RecurringSourceSettings.class, properties);
    }

    public static QueueSettings queue() {
        return queue(Map.of());
    }

    /** Defaults with some properties set, e.g. {@code worker-pool.worker-count=2}. */
    public static QueueSettings queue(Map<String, String> properties) {
        return bind(QueueSettings.class, properties);
    }

    private static <T> T bind(Class<T> type, Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("", Bindable.of(type), (BindHandler) null);
    }
}
