package io.bulkaction.internal.boot;

import io.bulkaction.JobProcessor;
import io.bulkaction.internal.builtin.email.SendEmailConfiguration;
import io.bulkaction.internal.builtin.http.HttpRequestConfiguration;
import io.bulkaction.internal.builtin.nas.NasSyncConfiguration;
import io.bulkaction.internal.builtin.order.CancelOrderConfiguration;
import io.bulkaction.internal.builtin.push.PushNotificationConfiguration;
import io.bulkaction.internal.builtin.simulate.SimulateConfiguration;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.handler.HandlerProcessor;
import io.bulkaction.internal.handler.Handlers;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.spi.JobInterceptor;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.util.function.SingletonSupplier;

/** The built-in processors, each off until it is configured, and the registry of all processors. */
@AutoConfiguration(afterName = "org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration")
@ConditionalOnBooleanProperty(name = "bulk-action.enabled", matchIfMissing = true)
@Import({
    SendEmailConfiguration.class,
    PushNotificationConfiguration.class,
    HttpRequestConfiguration.class,
    NasSyncConfiguration.class,
    CancelOrderConfiguration.class,
    SimulateConfiguration.class
})
public class ProcessorAutoConfiguration {

    /** Only where jobs run: a module that submits does not know what others can do. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
    ProcessorRegistry bulkActionProcessors(
            ObjectProvider<JobProcessor> processors, ObjectProvider<JobInterceptor> interceptors,
            ConfigurableListableBeanFactory beans, HostJson json,
            ObjectProvider<Validator> validator, ProcessorOverrides overrides,
            ObjectProvider<UnknownSettings> settings) {
        Supplier<Validator> checks = SingletonSupplier.of(() -> Objects.requireNonNullElseGet(
                validator.getIfUnique(), () -> Validation.buildDefaultValidatorFactory().getValidator()));
        List<HandlerProcessor> handlers =
                new Handlers(beans, json.mapper(), checks).find();
        handlers.forEach(handler -> overrides.byDefault(handler.type(), handler.settings()));
        settings.ifAvailable(
                names -> names.checkHandlers(handlers.stream().map(HandlerProcessor::type).toList()));
        return new ProcessorRegistry(
                Stream.concat(processors.orderedStream(), handlers.stream()).toList(),
                SingletonSupplier.of(() -> interceptors.orderedStream().toList()));
    }

    /** What is wrong with a handler stops the start, and not its first job. */
    @Bean
    @ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
    static SmartInitializingSingleton bulkActionHandlerChecks(ObjectProvider<ProcessorRegistry> processors) {
        return () -> processors.ifAvailable(registry -> registry.all().stream()
                .filter(HandlerProcessor.class::isInstance)
                .forEach(handler -> ((HandlerProcessor) handler).check()));
    }
}
