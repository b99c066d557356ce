package io.bulkaction.scenario;

import com.zaxxer.hikari.HikariDataSource;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A process of its own that writes orders into a database and submits a job for each in the same transaction; some are rolled back.
 * Its jobs write what they have done into a file.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class OrderingInstance {

    static final int GROUPS = 5;
    private static final int THREADS = 4;

    /** So that a test need not wait for hundreds of thousands of jobs. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Path history;
    private final boolean orders;

    OrderingInstance(@Value("${history}") Path history, @Value("${orders:true}") boolean orders) {
        this.history = history;
        this.orders = orders;
    }

    public static void main(String[] args) {
        SpringApplication.run(OrderingInstance.class, args);
    }

    @Bean
    static DataSource database(@Value("${database}") String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        return pool;
    }

    @JobHandler("SHIP")
    void ship(String order) throws IOException {
        // one write of one line: whole or not at all, whoever is killed
        Files.writeString(history, order + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    @EventListener
    void order(ApplicationReadyEvent ready) {
        DataSource database = ready.getApplicationContext().getBean(DataSource.class);
        BulkActionService bulkActions = ready.getApplicationContext().getBean(BulkActionService.class);
        JdbcTemplate jdbc = new JdbcTemplate(database);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
        for (int thread = 0; orders && thread < THREADS; thread++) {
            Random random = new Random();
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    String id = UUID.randomUUID().toString();
                    String group = "group-" + random.nextInt(GROUPS);
                    transaction.executeWithoutResult(status -> {
                        jdbc.update("INSERT INTO orders (id, customer) VALUES (?, ?)", id, group);
                        bulkActions.submit(BulkActionRequest.to("default", group).processor("SHIP").sealed(false)
                                .jobs(List.of(JobRequest.of(id, id))).build());
                        if (random.nextInt(10) == 0) {
                            status.setRollbackOnly();
                        }
                    });
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            });
        }
    }
}
