package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.Explanation.Code;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobRequest;
import io.bulkaction.JobResult;
import io.bulkaction.JobView;
import io.bulkaction.UnknownProcessorException;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Several services on one Redis, each with processors of its own. */
@Execution(ExecutionMode.SAME_THREAD)
class SharedQueuesIT {

    private final String prefix = TestRedis.uniquePrefix();
    private final ArrayList<ConfigurableApplicationContext> services = new ArrayList<>();

    /** A service with one processor. */
    private record Processor(String type) implements JobProcessor {
        @Override
        public JobResult process(Job job) {
            return JobResult.success();
        }
    }

    @EnableAutoConfiguration
    static class Letters {
        @Bean
        JobProcessor letters() {
            return new Processor("LETTER");
        }
    }

    @EnableAutoConfiguration
    static class Parcels {
        @Bean
        JobProcessor parcels() {
            return new Processor("PARCEL");
        }
    }

    @EnableAutoConfiguration
    static class Shop {}

    @AfterEach
    void close() {
        services.forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void aServiceWorksOnItsOwnQueuesAndSubmitsToOthers() {
        ConfigurableApplicationContext parcels =
                start(Parcels.class, "--bulk-action.queues.b.worker-pool.worker-count=2",
                        "--bulk-action.engine.queues=b");
        assertThat(parcels.getBean(Engine.class).all()).extracting(engine -> engine.name().value())
                .containsExactly("b");
        BulkActionService service = parcels.getBean(BulkActionService.class);
        submit(service, "b", "mine", "PARCEL");
        submit(service, "default", "theirs", "LETTER"); // nobody has announced anything for this queue
        await().untilAsserted(() -> assertThat(status(service, "b", "mine")).isEqualTo(GroupStatus.COMPLETED));
        assertThat(service.explain("default").code()).isEqualTo(Code.NO_WORKERS);

        start(Letters.class);

        await().untilAsserted(() -> assertThat(status(service, "default", "theirs")).isEqualTo(GroupStatus.COMPLETED));
    }

    @Test
    void twoServicesShareAQueueAndNoJobOfTheOtherDies() {
        BulkActionService letters = start(Letters.class).getBean(BulkActionService.class);
        BulkActionService parcels = start(Parcels.class).getBean(BulkActionService.class);
        submit(letters, "default", "letters", "LETTER");
        submit(parcels, "default", "parcels", "PARCEL");
        submit(letters, "default", "for-the-other", "PARCEL");

        for (String group : List.of("letters", "parcels", "for-the-other")) {
            await().untilAsserted(() -> assertThat(status(letters, "default", group)).isEqualTo(GroupStatus.COMPLETED));
        }
    }

    @Test
    void aTypingErrorIsRefusedWhereverItIsMade() {
        BulkActionService shop =
                start(Shop.class, "--bulk-action.engine.enabled=false").getBean(BulkActionService.class);
        ConfigurableApplicationContext letters = start(Letters.class);
        await().untilAsserted(() -> assertThatExceptionOfType(UnknownProcessorException.class)
                .isThrownBy(() -> submit(shop, "default", "g", "LETER")).withMessageContaining("[LETTER]"));
        submit(shop, "default", "g", "LETTER");
        assertThatExceptionOfType(UnknownProcessorException.class)
                .isThrownBy(() -> submit(letters.getBean(BulkActionService.class), "default", "g", "LETER"));

        letters.close(); // it is being deployed

        submit(shop, "default", "g2", "LETTER");
    }

    @Test
    void whoeverWantsToMaySubmitBeforeThereIsAnybodyWhoCan() {
        BulkActionService letters = start(Letters.class, "--bulk-action.submit.unknown-type=accept")
                .getBean(BulkActionService.class);
        BulkActionService strict =
                start(Shop.class, "--bulk-action.engine.enabled=false").getBean(BulkActionService.class);
        await().untilAsserted(() -> assertThatExceptionOfType(UnknownProcessorException.class)
                .isThrownBy(() -> submit(strict, "default", "refused", "PARCEL")));

        submit(letters, "default", "parcels", "PARCEL");

        assertThat(letters.progress("default", "refused")).isEmpty();
        start(Parcels.class);
        await().untilAsserted(
                () -> assertThat(status(letters, "default", "parcels")).isEqualTo(GroupStatus.COMPLETED));
    }

    @Test
    void whatNobodyKnowsIsExplained() {
        BulkActionService letters = start(Letters.class, "--bulk-action.submit.unknown-type=warn")
                .getBean(BulkActionService.class);
        submit(letters, "default", "parcels", "PARCEL");

        await().untilAsserted(() -> assertThat(letters.explain("default", "parcels")).hasValueSatisfying(why -> {
            assertThat(why.code()).isEqualTo(Code.UNKNOWN_PROCESSOR);
            assertThat(why.sentence()).startsWith("No live instance has a processor PARCEL");
        }));
        await().untilAsserted(() -> assertThat(letters.job("default", "parcels", "1"))
                .map(JobView::waitReason).contains(WaitReason.UNKNOWN_PROCESSOR));
        await().untilAsserted(() -> assertThat(letters.explain("default").code()).isEqualTo(Code.UNKNOWN_PROCESSOR));
    }

    private static GroupStatus status(BulkActionService service, String queue, String group) {
        return service.progress(queue, group).map(GroupProgress::status).orElseThrow();
    }

    private static void submit(BulkActionService service, String queue, String group, String type) {
        service.submit(BulkActionRequest.to(queue, group).processor(type)
                .jobs(IntStream.range(1, 40).mapToObj(i -> JobRequest.of("" + i, i)).toList()).build());
    }

    private ConfigurableApplicationContext start(Class<?> service, String... more) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(service).web(WebApplicationType.NONE)
                .run(Stream.concat(Stream.of(more), Stream.of(
                        "--bulk-action.redis.url=redis://" + TestRedis.host() + ":" + TestRedis.port(),
                        "--bulk-action.key-prefix=" + prefix,
                        "--bulk-action.instance-id=" + service.getSimpleName())).toArray(String[]::new));
        services.add(context);
        return context;
    }
}
