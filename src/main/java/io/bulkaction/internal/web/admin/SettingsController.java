package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.settings.QueueSettings;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The settings of a queue as they are in effect on this instance. Only those of queues, which have no secrets. */
@RestController
final class SettingsController {

    private static final String PREFIX = "bulk-action.queues.";

    private final Queues queues;
    private final QueueOperations operations;
    private final Environment environment;

    SettingsController(Queues queues, QueueOperations operations, Environment environment) {
        this.queues = queues;
        this.operations = operations;
        this.environment = environment;
    }

    @GetMapping("/admin/queue/settings")
    SettingsResponse settings(@RequestParam(defaultValue = "default") QueueName queue) {
        List<Setting> found = new ArrayList<>();
        new Collector(PREFIX + "[" + queue + "].", atRunTime(operations.limits(queue).limits()), found)
                .collect("", queues.get(queue).settings());
        return new SettingsResponse(queue, PREFIX + queue + ".", found);
    }

    /** By the settings that they replace; the workers are those of all instances. */
    private static Map<String, String> atRunTime(RuntimeLimits limits) {
        Map<String, String> set = new HashMap<>();
        put(set, "backpressure.global-rps", limits.globalRps());
        put(set, "worker-pool.max-concurrency", limits.maxConcurrency());
        put(set, "worker-pool.worker-count", limits.workers());
        put(set, "sending-window", limits.sendingWindow());
        return set;
    }

    private static void put(Map<String, String> set, String name, @Nullable Object value) {
        if (value != null) {
            set.put(name, value.toString());
        }
    }

    /** Takes the settings of one queue apart. */
    private final class Collector {

        private final String prefix;
        private final Map<String, String> atRunTime;
        private final List<Setting> found;

        Collector(String prefix, Map<String, String> atRunTime, List<Setting> found) {
            this.prefix = prefix;
            this.atRunTime = atRunTime;
            this.found = found;
        }

        void collect(String group, Record settings) {
            for (RecordComponent component : settings.getClass().getRecordComponents()) {
                String name = group + kebab(component.getName());
                Object value = read(component, settings);
                if (value instanceof Record nested
                        && nested.getClass().getPackage() == QueueSettings.class.getPackage()) {
                    collect(name + ".", nested);
                } else if (value instanceof Map<?, ?> entries && !entries.isEmpty()) {
                    new TreeMap<>(entries).forEach((key, each) -> add(name + "[" + key + "]", each));
                } else {
                    add(name, value);
                }
            }
        }

        private void add(String name, Object value) {
            found.add(new Setting(
                    name, value instanceof Map<?, ?> ? "" : String.valueOf(value), atRunTime.get(name),
                    origin(prefix + name)));
        }
    }

    /** Where it is set, such as a line of a file; empty for a default. */
    private String origin(String name) {
        ConfigurationPropertyName property = ConfigurationPropertyName.of(name);
        return StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.getConfigurationProperty(property))
                .filter(Objects::nonNull)
                .map(found -> Origin.from(found) == null ? "set" : String.valueOf(Origin.from(found)))
                .findFirst()
                .orElse("");
    }

    private static Object read(RecordComponent component, Record settings) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    record SettingsResponse(QueueName queue, String prefix, List<Setting> items) {}

    /**
     * One of them.
     *
     * @param set what an administrator has set at run time, which counts more; null if nobody has
     * @param origin where the value comes from; empty if it is a default
     */
    record Setting(String name, String value, @Nullable String set, String origin) {}
}
