package io.bulkaction.internal.boot;

import io.bulkaction.JobProcessor;
import io.bulkaction.internal.builtin.email.SendEmailConfiguration;
import io.bulkaction.internal.builtin.http.HttpRequestConfiguration;
import io.bulkaction.internal.builtin.nas.NasSyncConfiguration;
import io.bulkaction.internal.builtin.order.CancelOrderConfiguration;
import io.bulkaction.internal.builtin.push.PushNotificationConfiguration;
import io.bulkaction.internal.builtin.simulate.SimulateConfiguration;
import io.bulkaction.internal.engine.ProcessorRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

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
    ProcessorRegistry bulkActionProcessors(ObjectProvider<JobProcessor> processors) {
        return new ProcessorRegistry(processors.orderedStream().toList());
    }
}
