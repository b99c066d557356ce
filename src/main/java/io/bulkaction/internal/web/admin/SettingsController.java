package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.settings.QueueSettings;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.StreamSupport;
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
    private final Environment environment;

    SettingsController(Queues queues, Environment environment) {
        this.queues = queues;
        this.environment = environment;
    }

    @GetMapping("/admin/queue/settings")
    SettingsResponse settings(@RequestParam(defaultValue = "default") QueueName queue) {
        List<Setting> found = new ArrayList<>();
        collect(PREFIX + "[" + queue + "]", "", queues.get(queue).settings(), found);
        return new SettingsResponse(queue, PREFIX + queue + ".", found);
    }

    private void collect(String prefix, String group, Record settings, List<Setting> found) {
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            String name = group + kebab(component.getName());
            Object value = read(component, settings);
            if (value instanceof Record nested && nested.getClass().getPackage() == QueueSettings.class.getPackage()) {
                collect(prefix, name + ".", nested, found);
            } else {
                found.add(new Setting(name, String.valueOf(value), origin(prefix + "." + name)));
            }
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

    /** @param origin where the value comes from; empty if it is a default */
    record Setting(String name, String value, String origin) {}
}
