package io.bulkaction.internal.builtin.email;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;

/** SEND_EMAIL, when {@code bulk-action.processors.send-email.enabled} is true. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("bulk-action.processors.send-email.enabled")
@EnableConfigurationProperties(SendEmailSettings.class)
public class SendEmailConfiguration {

    @Bean
    SendEmailProcessor bulkActionSendEmail(ObjectProvider<JavaMailSender> senders, SendEmailSettings settings) {
        JavaMailSender sender = senders.getIfAvailable(() -> {
            throw new IllegalStateException("SEND_EMAIL is switched on by bulk-action.processors.send-email.enabled"
                    + " but has no mail server: set spring.mail.host");
        });
        return new SendEmailProcessor(sender, new MailComposer(settings, DefaultSender.of(settings, sender)));
    }
}
