package com.example.invoicing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.shop.MonthEnd;
import com.example.shop.Order;
import com.example.shop.ShopApplication;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.TestRedis;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The two modules of the example as processes of their own, without a web server. */
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
class ProcessesIT {

    private final Map<String, String> variables = Map.of(
            "SPRING_MAIN_WEB_APPLICATION_TYPE", "none",
            "BULK_ACTION_REDIS_URL", "redis://" + TestRedis.host() + ":" + TestRedis.port(),
            "BULK_ACTION_KEY_PREFIX", TestRedis.uniquePrefix());

    @TempDir
    Path directory;

    @Test
    void aWorkerRunsUntilItIsStopped() throws Exception {
        try (ChildJvm worker = ChildJvm.start(directory, Stream::of, variables, InvoicingApplication.class)) {
            await().untilAsserted(() -> assertThat(worker.output()).contains("Started InvoicingApplication"));
            try (ConfigurableApplicationContext shop = shop()) {
                MonthEnd monthEnd = shop.getBean(MonthEnd.class);
                monthEnd.invoice("2026-10", Stream.of(new Order("1", 1_000), new Order("2", 2_500)));
                await().untilAsserted(() -> assertThat(monthEnd.result("2026-10")).isPresent());
            }
            assertThat(worker.process().isAlive()).as(worker.output()).isTrue();

            worker.process().destroy();

            assertThat(worker.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(worker.output()).contains("queue default stopped: 0 jobs given back");
        }
    }

    @Test
    void aModuleThatOnlySubmitsEndsWithItsMainMethod() throws Exception {
        try (ChildJvm shop = ChildJvm.start(directory, Stream::of, variables, ShopApplication.class)) {
            assertThat(shop.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(shop.process().exitValue()).as(shop.output()).isZero();
        }
    }

    private ConfigurableApplicationContext shop() {
        return new SpringApplicationBuilder(ShopApplication.class).web(WebApplicationType.NONE).run(
                "--bulk-action.engine.enabled=false",
                "--bulk-action.redis.url=" + variables.get("BULK_ACTION_REDIS_URL"),
                "--bulk-action.key-prefix=" + variables.get("BULK_ACTION_KEY_PREFIX"));
    }
}
