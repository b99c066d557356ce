package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.HttpSubmit;
import io.bulkaction.testing.TestRedis;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** With a tracer on the class path the trace of a submit continues in its jobs. */
@Execution(ExecutionMode.SAME_THREAD)
class TracingIT {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();

    @Test
    void everyAttemptBelongsToTheTraceOfItsSubmit() throws Exception {
        SpringApplication application = new SpringApplication(BulkActionApplication.class, TestTracing.class);
        try (ConfigurableApplicationContext service = application.run(
                "--server.port=0",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.processors.simulate.enabled=true",
                "--bulk-action.queues.default.retry.backoff=10ms",
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN")) {
            HttpSubmit.send(
                    service.getEnvironment().getRequiredProperty("local.server.port"),
                    """
                            {"groupId":"customer-A","processorType":"SIMULATE",
                             "jobs":[{"jobId":"traced-1","payload":{"failTimes":1}},
                                     {"jobId":"traced-2","payload":{}}]}""",
                    "traceparent", "00-" + TRACE + "-" + CALLER + "-01",
                    "tracestate", "vendor=opaque"); // a second value to carry along

            await().untilAsserted(() -> assertThat(attempts()).hasSize(3));

            SpanData submit = SPANS.getFinishedSpanItems().stream()
                    .filter(span -> span.getKind() == SpanKind.PRODUCER)
                    .findFirst()
                    .orElseThrow();
            assertThat(submit.getName()).isEqualTo("submit default");
            assertThat(submit.getTraceId()).isEqualTo(TRACE);
            assertThat(attempts()).allSatisfy(attempt -> {
                assertThat(attempt.getName()).isEqualTo("SIMULATE");
                assertThat(attempt.getTraceId()).isEqualTo(TRACE);
                assertThat(attempt.getParentSpanId()).isEqualTo(submit.getSpanId());
            });
            assertThat(attempts()).extracting(span -> span.getAttributes().asMap().toString())
                    .anyMatch(keys -> keys.contains("job.id=traced-1") && keys.contains("attempt=2"))
                    .anyMatch(keys -> keys.contains("job.id=traced-2") && keys.contains("group.id=customer-A"));
        }
    }

    private static List<SpanData> attempts() {
        return SPANS.getFinishedSpanItems().stream().filter(span -> span.getKind() == SpanKind.CONSUMER).toList();
    }

    /** What a tracing starter of Spring Boot configures: the three handlers in their order. */
    static class TestTracing {

        private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(SPANS))
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();

        @Bean
        Tracer tracer() {
            return new OtelTracer(sdk.getTracer("test"), new OtelCurrentTraceContext(), event -> {});
        }

        @Bean
        Propagator propagator() {
            return new OtelPropagator(sdk.getPropagators(), sdk.getTracer("test"));
        }

        @Bean
        @Order(1)
        PropagatingReceiverTracingObservationHandler<?> receiver(Tracer tracer, Propagator propagator) {
            return new PropagatingReceiverTracingObservationHandler<>(tracer, propagator);
        }

        @Bean
        @Order(2)
        PropagatingSenderTracingObservationHandler<?> sender(Tracer tracer, Propagator propagator) {
            return new PropagatingSenderTracingObservationHandler<>(tracer, propagator);
        }

        @Bean
        @Order(3)
        DefaultTracingObservationHandler spans(Tracer tracer) {
            return new DefaultTracingObservationHandler(tracer);
        }
    }
}
