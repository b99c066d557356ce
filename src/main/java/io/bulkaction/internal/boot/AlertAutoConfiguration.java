package io.bulkaction.internal.boot;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.alert.AlertMonitor;
import io.bulkaction.internal.operate.alert.EmailChannel;
import io.bulkaction.internal.operate.alert.LogChannel;
import io.bulkaction.internal.operate.alert.WebhookChannel;
import io.bulkaction.internal.settings.AlertSettings;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.spi.AlertChannel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;

/** Alerts and their channels. Only where the engine runs: a module that only submits watches nothing. */
@AutoConfiguration(afterName = "org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration")
@ConditionalOnRedisJobs
@ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
@EnableConfigurationProperties(AlertSettings.class)
class AlertAutoConfiguration {

    @Bean
    AlertMonitor bulkActionAlerts(
            Queues queues, ObjectProvider<AlertChannel> channels, AlertSettings settings, BulkActionSettings all,
            QueueEvents events) {
        return new AlertMonitor(queues.of(all.workedOn()), channels.orderedStream().toList(), settings.checkInterval(),
                events::seen);
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "bulk-action.alerts.log.enabled", matchIfMissing = true)
    LogChannel bulkActionAlertLog() {
        return new LogChannel();
    }

    @Bean
    @ConditionalOnProperty("bulk-action.alerts.webhook.url")
    WebhookChannel bulkActionAlertWebhook(AlertSettings settings) {
        return new WebhookChannel(settings.webhook());
    }

    /** Where Spring's mail is on the class path. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.mail.javamail.JavaMailSender")
    @ConditionalOnProperty("bulk-action.alerts.email.from")
    static class EmailConfiguration {

        @Bean
        EmailChannel bulkActionAlertMail(JavaMailSender mail, AlertSettings settings) {
            return new EmailChannel(mail, settings.email());
        }
    }
}
