package com.example.parcels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobRequest;
import io.bulkaction.JobView;
import io.bulkaction.testing.TestRedis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** With the engine of production: what the application writes in its own way is read in the same. */
@SpringBootTest(classes = ParcelsApplication.class, webEnvironment = WebEnvironment.NONE, properties = {
    "spring.jackson.property-naming-strategy=SNAKE_CASE",
    "bulk-action.processors.simulate.enabled=true"
})
@Execution(ExecutionMode.SAME_THREAD)
class ParcelsIT {

    @Autowired
    BulkActionService bulkActions;

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry registry) {
        TestRedis.register(registry);
    }

    @Test
    void aProcessorAndAHandlerReadWhatTheApplicationWrites() {
        Parcel parcel = new Parcel(42, "Seoul");

        assertThat(run("LABEL", parcel).result()).isEqualTo("{\"parcel_number\":42,\"home_town\":\"Seoul\"}");
        assertThat(run("SHIP", parcel).result()).isEqualTo("\"Seoul\"");
        assertThat(run("SHIP", parcel).payload()).contains("home_town");
    }

    /** They have names of their own, which no strategy changes in a map or in JSON. */
    @Test
    void builtInProcessorsTakeTheirDocumentedNames() {
        run("SIMULATE", Map.of("durationMs", 1));
        run("SIMULATE", new JobRequest.Json("{\"durationMs\":1}"));
    }

    private JobView run(String type, Object payload) {
        String group = type + "-" + payload.hashCode();
        bulkActions.submit(BulkActionRequest.to("default", group).processor(type)
                .jobs(List.of(JobRequest.of("j", payload))).build());
        await().untilAsserted(() -> assertThat(bulkActions.progress("default", group))
                .map(GroupProgress::status).as(() -> "" + bulkActions.job("default", group, "j"))
                .contains(GroupStatus.COMPLETED));
        return bulkActions.job("default", group, "j").orElseThrow();
    }
}
