package io.bulkaction.internal.boot;

import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.engine.ResultWriter;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.ObservationHandlers;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.JsonLimit;
import io.bulkaction.internal.settings.PayloadSettings;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.spi.PayloadCodec;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/** What is the same wherever jobs are kept: how they are observed, and by what rules they run. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "bulk-action.enabled", matchIfMissing = true)
@EnableConfigurationProperties({BulkActionSettings.class, PayloadSettings.class})
class SharedAutoConfiguration {

    @Bean
    BulkActionMetrics bulkActionMetrics(ObjectProvider<MeterRegistry> registry) {
        return new BulkActionMetrics(
                Objects.requireNonNullElseGet(registry.getIfUnique(), CompositeMeterRegistry::new));
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
    HostJson bulkActionJson(
            BulkActionSettings settings, BeanFactory beans, ObjectProvider<JsonMapper> mappers,
            ObjectProvider<JsonMapper.Builder> builder) {
        return settings.jsonMapper() == null ? HostJson.of(mappers, builder)
                : new HostJson(
                        NamedBean.get(beans, settings.jsonMapper(), JsonMapper.class, "bulk-action.json-mapper"));
    }

    @Bean
    ProcessorOverrides bulkActionProcessorOverrides(Environment environment) {
        return new ProcessorOverrides(environment);
    }

    @Bean
    PayloadCodecs bulkActionPayloads(PayloadSettings settings, ObjectProvider<PayloadCodec> own) {
        return PayloadCodecs.of(settings, own.orderedStream().toList());
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
    EngineAssembly bulkActionEngineAssembly(
            ProcessorRegistry processors,
            ProcessorOverrides overrides,
            BulkActionMetrics metrics,
            JobObservation observation,
            PayloadCodecs payloads,
            ResultAggregators aggregators,
            HostJson json,
            BulkActionSettings settings) {
        ResultWriter results = new ResultWriter(
                json.mapper()::writeValueAsString,
                new JsonLimit(settings.limits().result().toBytes(), "bulk-action.limits.result"),
                new JsonLimit(settings.limits().checkpoint().toBytes(), "bulk-action.limits.checkpoint"),
                aggregators::wants);
        return EngineAssembly.of(processors, overrides, metrics, observation, payloads, results, settings);
    }
}
