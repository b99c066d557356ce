package io.bulkaction.internal.web;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import java.util.function.Function;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Ids are plain text to a caller, in paths, parameters and JSON; controllers and their records take them as types. */
@Configuration(proxyBeanMethods = false)
public class IdConversion implements WebMvcConfigurer {

    @Override
    public void addFormatters(FormatterRegistry registry) {
        readParameters(registry, QueueName.class, QueueName::new);
        readParameters(registry, GroupId.class, GroupId::new);
        readParameters(registry, JobId.class, JobId::new);
        readParameters(registry, TenantId.class, TenantId::new);
    }

    @Bean
    public static JacksonModule idsAsText() {
        SimpleModule module = new SimpleModule("ids-as-text");
        convertJson(module, QueueName.class, QueueName::new);
        convertJson(module, GroupId.class, GroupId::new);
        convertJson(module, JobId.class, JobId::new);
        convertJson(module, TenantId.class, TenantId::new);
        return module;
    }

    private static <T> void readParameters(FormatterRegistry registry, Class<T> type, Function<String, T> create) {
        registry.addConverter(String.class, type, text -> create.apply(PathIds.plain(text)));
        // why: of a repeated parameter Spring would take the first and ignore the others; no id has a comma
        registry.addConverter(String[].class, type, values -> create.apply(PathIds.plain(String.join(",", values))));
    }

    private static <T> void convertJson(SimpleModule module, Class<T> type, Function<String, T> create) {
        module.addSerializer(type, ToStringSerializer.instance);
        module.addDeserializer(type, new StdDeserializer<T>(type) {
            @Override
            public T deserialize(JsonParser parser, DeserializationContext context) {
                return create.apply(context.readValue(parser, String.class));
            }
        });
    }
}
