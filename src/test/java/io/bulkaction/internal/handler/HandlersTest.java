package io.bulkaction.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobHandler;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.ProcessorSettings;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class HandlersTest {

    private static final JsonMapper SNAKE = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();
    private static final Validator VALIDATOR = Validation.buildDefaultValidatorFactory().getValidator();
    private static final List<String> CALLS = new ArrayList<>();

    /** @param firstName written as first_name by the application's mapper */
    record Person(@NotBlank String firstName) {}

    static class Greetings {

        @JobHandler(value = "BOTH", timeout = "7s", maxAttempts = 4, backoff = "2s", concurrency = 3)
        void both(Job job, @Valid Person person) {
            CALLS.add(job.id() + " " + person.firstName());
        }

        @JobHandler("PAYLOAD")
        JobResult payload(Person person) {
            return JobResult.success(person.firstName());
        }

        @JobHandler("LIST")
        JobResult list(List<Person> people) {
            return JobResult.success(people.getFirst().firstName());
        }

        @JobHandler("NOTHING")
        void nothing() {
            CALLS.add("nothing");
        }

        @JobHandler("THROWS")
        void fails(Job job) throws IOException {
            throw new IOException("of " + job.id());
        }
    }

    static class ReturnsNumber {
        @JobHandler("X")
        int bad() {
            return 1;
        }
    }

    static class TwoPayloads {
        @JobHandler("X")
        void bad(String one, String other) {}
    }

    static class Hidden {
        @JobHandler("X")
        private void bad() {}
    }

    static class BadTimeout {
        @JobHandler(value = "X", timeout = "soon")
        void bad() {}
    }

    @Test
    void aMethodGetsPayloadAndJobInAnyOrderReadAsTheApplicationWritesIt() throws Exception {
        CALLS.clear();
        assertThat(processor("BOTH").process(job("{\"first_name\":\"Kim\",\"more\":1}")))
                .isEqualTo(JobResult.success());
        assertThat(CALLS).containsExactly("j-1 Kim");
        assertThat(processor("PAYLOAD").process(job("{\"first_name\":\"Lee\"}"))).isEqualTo(JobResult.success("Lee"));
        assertThat(processor("LIST").process(job("[{\"first_name\":\"Ann\"}]"))).isEqualTo(JobResult.success("Ann"));
        assertThat(processor("NOTHING").process(job("not even JSON"))).isEqualTo(JobResult.success());
    }

    @Test
    void aPayloadThatBreaksAConstraintOrCannotBeReadFailsForGood() throws Exception {
        assertThat(processor("BOTH").process(job("{\"first_name\":\" \"}")))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "field 'firstName' must not be blank"));
        assertThat(processor("PAYLOAD").process(job("{\"first_name\":{}}")))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "field 'first_name' must be a text"));
        assertThat(processor("PAYLOAD").process(job("null")))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "the payload is null"));
    }

    @Test
    void whatTheMethodThrowsIsThrown() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> processor("THROWS").process(job("{}"))).withMessage("of j-1");
    }

    @Test
    void theAnnotationSaysHowItsJobsAreTreated() {
        ProcessorSettings settings = processor("BOTH").settings();
        assertThat(settings.jobTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(settings.concurrency()).isEqualTo(3);
        assertThat(settings.retry().maxRetries()).isEqualTo(3);
        assertThat(settings.retry().backoff()).isEqualTo(Duration.ofSeconds(2));
        assertThat(processor("PAYLOAD").settings().retry().maxRetries()).isNull();
    }

    @Test
    void aProxyOfTheBeanIsCalled() throws Exception {
        CALLS.clear();
        ProxyFactory proxy = new ProxyFactory(new Greetings());
        proxy.setProxyTargetClass(true);
        proxy.addAdvice((org.aopalliance.intercept.MethodInterceptor) call -> {
            CALLS.add("around " + call.getMethod().getName());
            return call.proceed();
        });
        RootBeanDefinition bean = new RootBeanDefinition(Greetings.class);
        bean.setInstanceSupplier(proxy::getProxy);
        find(bean).stream().filter(handler -> handler.type().equals("NOTHING")).findFirst().orElseThrow()
                .process(job("{}"));
        assertThat(CALLS).containsExactly("around nothing", "nothing");
    }

    @ParameterizedTest
    @ValueSource(classes = {ReturnsNumber.class, TwoPayloads.class, Hidden.class, BadTimeout.class})
    void aMethodThatCannotBeAHandlerIsNamed(Class<?> type) {
        assertThatExceptionOfType(BadHandlerException.class)
                .isThrownBy(() -> find(new RootBeanDefinition(type)))
                .withMessageStartingWith("@JobHandler on " + type.getName() + ".bad: ");
    }

    private static HandlerProcessor processor(String type) {
        return find(new RootBeanDefinition(Greetings.class)).stream()
                .filter(handler -> handler.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static List<HandlerProcessor> find(RootBeanDefinition bean) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition("bean", bean);
        Supplier<Validator> validator = () -> VALIDATOR;
        return new Handlers(beans, SNAKE, validator).find().stream()
                .sorted(Comparator.comparing(HandlerProcessor::type))
                .toList();
    }

    private static Job job(String payload) {
        return new Job(
                new JobId("j-1"), new GroupId("g"), new QueueName("default"), "T", payload, 1, 0, Instant.EPOCH);
    }
}
