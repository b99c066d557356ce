package io.bulkaction;

import io.bulkaction.processor.email.SendEmailConfiguration;
import io.bulkaction.processor.http.HttpRequestConfiguration;
import io.bulkaction.processor.nas.NasSyncConfiguration;
import io.bulkaction.processor.order.CancelOrderConfiguration;
import io.bulkaction.processor.push.PushNotificationConfiguration;
import io.bulkaction.processor.simulate.SimulateConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/** The built-in processors, each off until it is configured. */
@AutoConfiguration(afterName = "org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration")
@Import({
    SendEmailConfiguration.class,
    PushNotificationConfiguration.class,
    HttpRequestConfiguration.class,
    NasSyncConfiguration.class,
    CancelOrderConfiguration.class,
    SimulateConfiguration.class
})
public class ProcessorAutoConfiguration {}
