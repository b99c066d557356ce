package io.bulkaction.internal.boot;

import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.outbox.OutboxRelay;
import io.bulkaction.internal.outbox.OutboxStatus;
import io.bulkaction.internal.outbox.OutboxTable;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.RequestSender;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The outbox table, where it is wanted. */
@AutoConfiguration(before = BulkActionAutoConfiguration.class, afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnRedisJobs
@EnableConfigurationProperties(OutboxSettings.class)
class OutboxAutoConfiguration {

    private static final String NEEDS = "bulk-action.outbox.enabled=true needs spring-jdbc and a DataSource";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("bulk-action.outbox.enabled")
    @ConditionalOnClass(name = {
        "org.springframework.jdbc.core.JdbcTemplate",
        "org.springframework.transaction.support.TransactionSynchronizationManager"
    })
    static class TableConfiguration {

        @Bean
        OutboxTable bulkActionOutbox(
                BeanFactory beans, ObjectProvider<DataSource> source, OutboxSettings settings,
                PayloadCodecs payloads) {
            DataSource found = settings.dataSource() == null ? source.getIfUnique()
                    : NamedBean.get(
                            beans, settings.dataSource(), DataSource.class, "bulk-action.outbox.data-source");
            if (found == null) {
                throw new IllegalStateException(NEEDS + ": there is none, or several and none of them is primary or"
                        + " named by bulk-action.outbox.data-source");
            }
            return new OutboxTable(found, settings, payloads);
        }

        @Bean
        OutboxRelay bulkActionOutboxRelay(OutboxTable table, RequestSender sender, OutboxSettings settings,
                BulkActionMetrics metrics) {
            OutboxRelay relay = new OutboxRelay(table, sender::sendKept, settings);
            metrics.outbox(
                    of(relay, OutboxStatus::waiting), of(relay, status -> status.oldest().toSeconds()),
                    of(relay, OutboxStatus::refused));
            return relay;
        }

        private static Supplier<@Nullable Long> of(OutboxRelay relay, Function<OutboxStatus, Long> number) {
            return () -> relay.status().map(number).orElse(null);
        }

        /** Where health is on the class path. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
        static class HealthConfiguration {

            @Bean
            OutboxHealth bulkActionOutboxHealth(OutboxRelay relay) {
                return new OutboxHealth(relay);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("bulk-action.outbox.enabled")
    @ConditionalOnMissingClass("org.springframework.jdbc.core.JdbcTemplate")
    static class WithoutJdbcConfiguration {

        WithoutJdbcConfiguration() {
            throw new IllegalStateException(NEEDS);
        }
    }
}
