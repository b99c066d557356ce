package io.bulkaction;

import io.bulkaction.processor.JobProcessor;
import io.bulkaction.processor.ProcessorRegistry;
import io.bulkaction.processor.email.SendEmailConfiguration;
import io.bulkaction.processor.http.HttpRequestConfiguration;
import io.bulkaction.processor.nas.NasSyncConfiguration;
import io.bulkaction.processor.order.CancelOrderConfiguration;
import io.bulkaction.processor.push.PushNotificationConfiguration;
import io.bulkaction.processor.simulate.SimulateConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The built-in processors, each off until it is configured, and the registry of all processors. */
@AutoConfiguration(afterName = "org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration")
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
