package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobHandler;
import io.bulkaction.JobRequest;
import io.bulkaction.test.BulkActionProbe;
import io.bulkaction.testing.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Applications with beans of their own, of which we have or need one: they start, and keep theirs. */
@Execution(ExecutionMode.SAME_THREAD)
class OwnBeansIT {

    private static final String INTERFACES = "--spring.aop.proxy-target-class=false";

    record Order(String orderNumber) {}

    @EnableAutoConfiguration
    static class Host {

        final List<String> shipped = new CopyOnWriteArrayList<>();

        @JobHandler("SHIP")
        void ship(Order order) {
            shipped.add(order.orderNumber());
        }
    }

    /** Spring's converters for HTTP want one of them to be primary. */
    @EnableAutoConfiguration(exclude = HttpMessageConvertersAutoConfiguration.class)
    static class SeveralMappers extends Host {

        @Bean
        JsonMapper one() {
            return JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
        }

        @Bean
        JsonMapper other() {
            return JsonMapper.builder().build();
        }

        @Bean
        MeterRegistry oneRegistry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        MeterRegistry otherRegistry() {
            return new SimpleMeterRegistry();
        }
    }

    @EnableAutoConfiguration(exclude = JacksonAutoConfiguration.class)
    static class WithoutMapper extends Host {}

    static class OwnService extends Host {

        @Bean
        BulkActionService theirs() {
            return (BulkActionService) Proxy.newProxyInstance(OwnService.class.getClassLoader(),
                    new Class<?>[] {BulkActionService.class}, (proxy, method, arguments) -> switch (method.getName()) {
                        case "hashCode" -> 1;
                        case "equals" -> proxy == arguments[0];
                        default -> null;
                    });
        }
    }

    interface Greeting {
        void greet(String name);
    }

    static class Greeter implements Greeting {

        static final List<String> GREETED = new CopyOnWriteArrayList<>();

        @Override
        @JobHandler("GREET")
        public void greet(String name) {
            GREETED.add(name);
        }
    }

    static class RudeGreeter implements Greeting {

        @Override
        public void greet(String name) {}

        @JobHandler("RUDE")
        public void shout(String name) {}
    }

    /** Proxies of interfaces, made before anybody asks for the handlers. */
    @EnableAutoConfiguration
    static class ProxyingHost {

        @Bean
        static BeanNameAutoProxyCreator proxies() {
            BeanNameAutoProxyCreator proxies = new BeanNameAutoProxyCreator();
            proxies.setBeanNames("greeter");
            proxies.setInterceptorNames("counting");
            return proxies;
        }

        @Bean
        static MethodInterceptor counting() {
            return call -> {
                Greeter.GREETED.add("proxy");
                return call.proceed();
            };
        }

        @Bean
        Object aEarly(Greeting greeter) {
            return greeter.toString();
        }

        @Bean
        Greeting greeter() {
            return new Greeter();
        }
    }

    static class RudeHost extends ProxyingHost {

        @Override
        @Bean
        Greeting greeter() {
            return new RudeGreeter();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {SeveralMappers.class, WithoutMapper.class})
    void severalMappersOrNoneAreNoProblem(Class<?> application) {
        for (String[] form : List.of(redis(), inline())) {
            try (ConfigurableApplicationContext host = start(application, form)) {
                BulkActionService service = host.getBean(BulkActionService.class);
                service.submit(BulkActionRequest.to("default", "g").processor("SHIP")
                        .jobs(List.of(JobRequest.of("j", new Order("42")))).build());

                assertThat(service.job("default", "g", "j").orElseThrow().payload())
                        .isEqualTo("{\"orderNumber\":\"42\"}");
            }
        }
    }

    @Test
    void theNamedMapperWritesAndReads() {
        String[] form = Stream.concat(Stream.of(inline()), Stream.of("--bulk-action.json-mapper=one"))
                .toArray(String[]::new);
        try (ConfigurableApplicationContext host = start(SeveralMappers.class, form)) {
            BulkActionService service = host.getBean(BulkActionService.class);
            service.submit(BulkActionRequest.to("default", "g").processor("SHIP")
                    .jobs(List.of(JobRequest.of("j", new Order("42")))).build());
            host.getBean(BulkActionProbe.class).runAll();

            assertThat(service.job("default", "g", "j").orElseThrow().payload()).isEqualTo("{\"order_number\":\"42\"}");
            assertThat(host.getBean(SeveralMappers.class).shipped).containsExactly("42");
        }
        assertThatThrownBy(() -> start(SeveralMappers.class, inline()[0], "--bulk-action.json-mapper=oneRegistry"))
                .rootCause().hasMessage(
                        "bulk-action.json-mapper is 'oneRegistry', and there is no JsonMapper bean of that name");
    }

    @Test
    void severalMappersAreReadAsTheyAreWritten() {
        try (ConfigurableApplicationContext host = start(SeveralMappers.class,
                Stream.concat(Stream.of(inline()), Stream.of("--spring.jackson.property-naming-strategy=SNAKE_CASE"))
                        .toArray(String[]::new))) {
            host.getBean(BulkActionService.class).submit(BulkActionRequest.to("default", "g").processor("SHIP")
                    .jobs(List.of(JobRequest.of("j", new Order("42")))).build());
            BulkActionProbe probe = host.getBean(BulkActionProbe.class);
            probe.runAll();

            assertThat(probe.submitted("g").getFirst().payload()).isEqualTo("{\"order_number\":\"42\"}");
            assertThat(probe.submitted("g", Order.class)).containsExactly(new Order("42"));
            assertThat(host.getBean(Host.class).shipped).containsExactly("42");
        }
    }

    @Test
    void aServiceOfItsOwnIsTheOnlyOne() {
        for (String[] form : List.of(redis(), inline())) {
            try (ConfigurableApplicationContext host = start(OwnService.class, form)) {
                assertThat(host.getBeanNamesForType(BulkActionService.class)).containsExactly("theirs");
            }
        }
    }

    /** A bean that had been made already was only seen as its proxy, so its handler did not exist. */
    @Test
    void aHandlerBehindAProxyOfItsInterfacesIsFoundAndCalledThroughIt() {
        Greeter.GREETED.clear();
        try (ConfigurableApplicationContext host =
                start(ProxyingHost.class, "--bulk-action.test.inline=true", INTERFACES)) {
            assertThat(Proxy.isProxyClass(host.getBean("greeter").getClass())).isTrue();
            host.getBean(BulkActionService.class).submit(BulkActionRequest.to("default", "g").processor("GREET")
                    .jobs(List.of(JobRequest.of("j", "Kim"))).build());
            BulkActionProbe probe = host.getBean(BulkActionProbe.class);
            Greeter.GREETED.clear();
            probe.runAll();

            assertThat(probe.result("g").status()).isEqualTo(GroupStatus.COMPLETED);
            assertThat(Greeter.GREETED).containsExactly("proxy", "Kim");
        }
    }

    /** Its first job would have failed. */
    @Test
    void aHandlerThatNoInterfaceHasStopsTheStart() {
        assertThatThrownBy(() -> start(RudeHost.class, "--bulk-action.test.inline=true", INTERFACES))
                .hasStackTraceContaining("RudeGreeter.shout: its bean is a proxy of its interfaces, and none of them");
    }

    private static String[] redis() {
        return new String[] {
            "--bulk-action.redis.url=redis://" + TestRedis.host() + ":" + TestRedis.port(),
            "--bulk-action.key-prefix=" + TestRedis.uniquePrefix()};
    }

    private static String[] inline() {
        return new String[] {"--bulk-action.test.inline=true"};
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application).web(WebApplicationType.NONE).run(arguments);
    }
}
