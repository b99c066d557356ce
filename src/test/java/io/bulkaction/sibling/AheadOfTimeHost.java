package io.bulkaction.sibling;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Submits one job in a transaction, runs it, and ends. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class AheadOfTimeHost {

    static final String WORK = "work";

    private final CountDownLatch ended = new CountDownLatch(1);

    record Parcel(int number, @NotBlank String city) {}

    public static void main(String[] args) throws InterruptedException {
        SpringApplication application = new SpringApplication(AheadOfTimeHost.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        ConfigurableApplicationContext context = application.run(args);
        if (args.length > 0 && args[0].equals(WORK)) {
            try (context) {
                new TransactionTemplate(new DataSourceTransactionManager(context.getBean(DataSource.class)))
                        .executeWithoutResult(status -> context.getBean(BulkActionService.class)
                                .submit(BulkActionRequest.to("default", "g").processor("SHIP")
                                        .jobs(List.of(JobRequest.of("j", new Parcel(42, "Seoul")))).build()));
                context.getBean(AheadOfTimeHost.class).ended.await(2, TimeUnit.MINUTES);
            }
        }
    }

    @Bean
    static DataSource database() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:host;DB_CLOSE_DELAY=-1");
        return h2;
    }

    @JobHandler(value = "SHIP", maxAttempts = 4)
    void ship(@Valid Parcel parcel) {
        System.out.println("shipped " + parcel.number() + " to " + parcel.city());
    }

    @EventListener
    void ended(GroupCompletedEvent event) {
        System.out.println(event.status());
        ended.countDown();
    }
}
