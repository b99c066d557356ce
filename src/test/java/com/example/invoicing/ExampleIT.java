package com.example.invoicing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.shop.MonthEnd;
import com.example.shop.Order;
import com.example.shop.OrderFile;
import com.example.shop.ShopApplication;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.testing.TestRedis;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The two modules of the example on one Redis: what the documents show is what runs. */
@Execution(ExecutionMode.SAME_THREAD)
class ExampleIT {

    private final String prefix = TestRedis.uniquePrefix();

    @Test
    void whatTheShopSubmitsTheWorkerDoesAndBothSeeTheResult() throws Exception {
        try (ConfigurableApplicationContext shop = run(ShopApplication.class, "--bulk-action.engine.enabled=false")) {
            assertThat(shop.containsBean("bulkActionLifecycle")).as("workers in the shop").isFalse();
            MonthEnd monthEnd = shop.getBean(MonthEnd.class);
            assertThat(monthEnd.invoice("2026-10", orders()).accepted()).isEqualTo(4);
            assertThat(monthEnd.invoice("2026-10", orders()).accepted()).as("sent again").isZero();
            BufferedReader file = new BufferedReader(new StringReader("5;700\n6;800\n"));
            assertThat(shop.getBean(OrderFile.class).invoice("2026-11", file).accepted()).isEqualTo(2);

            try (ConfigurableApplicationContext worker = run(InvoicingApplication.class)) {
                assertThat(worker.containsBean("bulkActionLifecycle")).as("workers here").isTrue();
                GroupResult result = await()
                        .until(() -> monthEnd.result("2026-10"), Optional::isPresent)
                        .orElseThrow();
                assertThat(result.status()).isEqualTo(GroupStatus.FAILED);
                assertThat(result.data().get("MAKE_INVOICE")).hasToString("{\"invoices\":2,\"cents\":3500}");
                assertThat(result.errors()).extracting(GroupResult.ErrorSummary::code)
                        .containsExactlyInAnyOrder("BAD_PAYLOAD", "TOO_MUCH");
                await().untilAsserted(() -> assertThat(
                        worker.getBean(MonthLetter.class).sent())
                        .containsExactlyInAnyOrder(
                                "invoices-2026-10: FAILED, {\"invoices\":2,\"cents\":3500}",
                                "invoices-2026-11: COMPLETED, {\"invoices\":2,\"cents\":1500}"));
                assertThat(worker.getBean(InvoiceBook.class).size()).isEqualTo(4);
                await().untilAsserted(() -> assertThat(worker.getBean(ChatRoom.class).messages())
                        .anyMatch(message -> message.startsWith("WARNING: ")));
            }
        }
    }

    private static Stream<Order> orders() {
        return Stream.of(
                new Order("1", 1_000), new Order("2", 2_500), new Order("3", 0), new Order("4", 1_000_000_000));
    }

    private ConfigurableApplicationContext run(Class<?> module, String... more) {
        return new SpringApplicationBuilder(module)
                .web(WebApplicationType.NONE)
                .run(Stream.concat(Stream.of(more), Stream.of(
                        "--spring.data.redis.host=" + TestRedis.host(),
                        "--spring.data.redis.port=" + TestRedis.port(),
                        "--bulk-action.queues.default.alerts.dead-letters-exceed=1",
                        "--bulk-action.key-prefix=" + prefix))
                        .toArray(String[]::new));
    }
}
