package com.example.invoicing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.shop.MonthEnd;
import com.example.shop.MonthEnd.Order;
import com.example.shop.ShopApplication;
import io.bulkaction.group.GroupResult;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.processor.ProcessorRegistry;
import io.bulkaction.testing.TestRedis;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The two modules of the example on one Redis: what the documents show is what runs. */
class ExampleIT {

    private final String prefix = TestRedis.uniquePrefix();

    @Test
    void whatTheShopSubmitsTheWorkerDoesAndBothSeeTheResult() {
        try (ConfigurableApplicationContext worker = run(InvoicingApplication.class);
                ConfigurableApplicationContext shop =
                        run(ShopApplication.class, "--bulk-action.engine.enabled=false")) {
            assertThat(shop.getBeanProvider(ProcessorRegistry.class).getIfAvailable()).isNull();
            MonthEnd monthEnd = shop.getBean(MonthEnd.class);

            assertThat(monthEnd.invoice("2026-10", orders()).accepted()).isEqualTo(4);
            assertThat(monthEnd.invoice("2026-10", orders()).accepted()).as("sent again").isZero();

            GroupResult result = await()
                    .until(() -> monthEnd.result("2026-10"), Optional::isPresent)
                    .orElseThrow();
            assertThat(result.status()).isEqualTo(GroupStatus.FAILED);
            assertThat(result.data().get("MAKE_INVOICE")).hasToString("{\"invoices\":2,\"cents\":3500}");
            assertThat(result.errors()).extracting(GroupResult.ErrorSummary::code)
                    .containsExactlyInAnyOrder("BAD_PAYLOAD", "TOO_MUCH");
            assertThat(worker.getBean(InvoiceBook.class).size()).isEqualTo(2);
            await().untilAsserted(() -> assertThat(
                    worker.getBean(MonthLetter.class).sent())
                    .containsExactly("invoices-2026-10: FAILED, {\"invoices\":2,\"cents\":3500}"));
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
                        "--bulk-action.key-prefix=" + prefix))
                        .toArray(String[]::new));
    }
}
