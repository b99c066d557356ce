package io.bulkaction.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import io.bulkaction.testing.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Execution(ExecutionMode.SAME_THREAD)
class OutboxInApplicationsIT {

    @EnableAutoConfiguration
    static class WithoutDatabase {

        @JobHandler("GREET")
        void greet() {}
    }

    static class WithDatabase extends WithoutDatabase {

        @Bean
        DataSource database() {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:host;DB_CLOSE_DELAY=-1");
            return h2;
        }
    }

    static class WithDatabases extends WithoutDatabase {

        @Bean
        DataSource orders() {
            return database("orders");
        }

        @Bean
        DataSource prices() {
            return database("prices");
        }

        private static DataSource database(String name) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
            return h2;
        }
    }

    @Test
    void whatATransactionSubmitsGoesThroughTheTableOfTheApplication() {
        try (ConfigurableApplicationContext host = start(WithDatabase.class)) {
            BulkActionService service = host.getBean(BulkActionService.class);
            new TransactionTemplate(new DataSourceTransactionManager(host.getBean(DataSource.class)))
                    .executeWithoutResult(status -> service.submit(BulkActionRequest.to("default", "g")
                            .processor("GREET").jobs(List.of(JobRequest.of(1))).build()));
            await().untilAsserted(() -> assertThat(service.progress("default", "g"))
                    .map(GroupProgress::status).contains(GroupStatus.COMPLETED));
            Health health = host.getBean("bulkActionOutboxHealth", HealthIndicator.class).health();
            assertThat(health).isNotNull();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsOnlyKeys("waiting", "oldestSeconds", "refused");
            assertThat(host.getBean(MeterRegistry.class).get("bulk.action.outbox.refused").gauge().value()).isZero();
        }
    }

    @Test
    void withoutADatabaseTheStartSaysWhatIsMissing() {
        assertThatThrownBy(() -> start(WithoutDatabase.class))
                .rootCause()
                .hasMessageStartingWith("bulk-action.outbox.enabled=true needs spring-jdbc and a DataSource");
    }

    @Test
    void ofSeveralDatabasesTheNamedOneHasTheTable() {
        try (ConfigurableApplicationContext host =
                start(WithDatabases.class, "--bulk-action.outbox.data-source=orders")) {
            assertThat(new JdbcTemplate(host.getBean("orders", DataSource.class))
                    .queryForList("SELECT * FROM bulk_action_outbox")).isEmpty();
        }
        assertThatThrownBy(() -> start(WithDatabases.class))
                .rootCause().hasMessageContaining("named by bulk-action.outbox.data-source");
        assertThatThrownBy(() -> start(WithDatabases.class, "--bulk-action.outbox.data-source=order"))
                .rootCause().hasMessage(
                        "bulk-action.outbox.data-source is 'order', and there is no DataSource bean of that name");
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... more) {
        return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
                .run(Stream.concat(Stream.of(more), Stream.of(
                        "--bulk-action.outbox.enabled=true", "--bulk-action.outbox.create-table=true",
                        "--bulk-action.redis.url=redis://" + TestRedis.host() + ":" + TestRedis.port(),
                        "--bulk-action.key-prefix=" + TestRedis.uniquePrefix())).toArray(String[]::new));
    }
}
