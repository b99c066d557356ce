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
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class HandlersTest {

    private static final JsonMapper SNAKE = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();
    private static final Validator VALIDATOR = asInAnApplication();
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

    static class Constrained {

        @JobHandler("VALID_LIST")
        void validList(@Valid List<Person> people) {}

        @JobHandler("LIST_OF_VALID")
        void listOfValid(List<@Valid Person> people) {}

        @JobHandler("MAP_OF_VALID")
        void mapOfValid(Map<String, @Valid Person> people, Job job) {}

        @JobHandler("TEXT")
        void text(Job job, @NotBlank String text) {}

        @JobHandler("TEXTS")
        void texts(List<@NotBlank String> texts) {}

        @JobHandler("FREE")
        void free(Person person) {}
    }

    interface Port {

        void take(Person person);
    }

    static class Adapter implements Port {

        @Override
        @JobHandler("TAKE")
        public void take(@Valid Person person) {
            CALLS.add(person.firstName());
        }
    }

    static class Final {

        @JobHandler("FINAL")
        final void bad() {}
    }

    abstract static class Base<T> {

        @JobHandler("BASE")
        JobResult handle(List<T> payload) {
            return JobResult.success(payload.getFirst());
        }
    }

    static class OfPersons extends Base<Person> {}

    static class OfAnything<T> extends Base<T> {}

    static class OpenMethod {

        @JobHandler("X")
        <T> void bad(T payload) {}
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

    private static Validator asInAnApplication() {
        LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
        validator.afterPropertiesSet();
        return validator;
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "VALID_LIST    | [{'first_name':'Kim'},{'first_name':' '}] | field '[1].firstName' must not be blank",
        "LIST_OF_VALID | [{'first_name':'Kim'},{'first_name':' '}] | field '[1].firstName' must not be blank",
        "MAP_OF_VALID  | {'a':{'first_name':' '}}                  | field '[a].firstName' must not be blank",
        "TEXT          | ' '                                       | the payload must not be blank",
        "TEXTS         | ['x','']                                  | field '[1]' must not be blank",
        "VALID_LIST    | [{'first_name':'Kim'}]                    |",
        "TEXT          | 'x'                                       |",
        "FREE          | {'first_name':' '}                        |"
    })
    void constraintsOfThePayloadCountWhereverTheyAre(String type, String payload, String broken) throws Exception {
        HandlerProcessor handler = processor(type, new RootBeanDefinition(Constrained.class));

        assertThat(handler.process(job(payload.replace('\'', '"'))))
                .isEqualTo(broken == null ? JobResult.success() : JobResult.permanent("BAD_PAYLOAD", broken));
    }

    @Test
    void constraintsCountBehindAProxyOfInterfacesThatHaveNone() throws Exception {
        CALLS.clear();
        HandlerProcessor handler = processor("TAKE", proxied(Adapter.class, new Adapter(), false));

        assertThat(handler.process(job("{\"first_name\":\"\"}")))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "field 'firstName' must not be blank"));
        handler.process(job("{\"first_name\":\"Kim\"}"));
        assertThat(CALLS).containsExactly("Kim");
    }

    @Test
    void aHostThatRefusesUnknownFieldsRefusesThemHereToo() throws Exception {
        JsonMapper strict = SNAKE.rebuild().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
        HandlerProcessor handler = find(new RootBeanDefinition(Constrained.class), strict).stream()
                .filter(each -> each.type().equals("FREE")).findFirst().orElseThrow();

        assertThat(handler.process(job("{\"first_name\":\"Kim\",\"more\":1}"))).isEqualTo(
                JobResult.permanent("BAD_PAYLOAD", "unknown field 'more', known are first_name"));
    }

    @Test
    void aFinalMethodOfAProxiedBeanStopsTheStart() {
        RootBeanDefinition bean = proxied(Final.class, new Final(), true);
        assertThatExceptionOfType(BadHandlerException.class)
                .isThrownBy(() -> processor("FINAL", bean).check())
                .withMessageContaining("Final.bad: it must not be final, because its bean is a proxy");
        processor("FINAL", new RootBeanDefinition(Final.class)).check();
    }

    @Test
    void aTypeVariableOfASuperclassIsReadAsTheBeanSays() throws Exception {
        assertThat(processor("BASE", new RootBeanDefinition(OfPersons.class))
                .process(job("[{\"first_name\":\"Kim\"}]"))).isEqualTo(JobResult.success(new Person("Kim")));
        assertThatExceptionOfType(BadHandlerException.class)
                .isThrownBy(() -> find(new RootBeanDefinition(OfAnything.class)))
                .withMessageContaining(
                        "Base.handle: nothing says what its payload is, because " + OfAnything.class.getName());
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
    @ValueSource(classes = {ReturnsNumber.class, TwoPayloads.class, Hidden.class, BadTimeout.class, OpenMethod.class})
    void aMethodThatCannotBeAHandlerIsNamed(Class<?> type) {
        assertThatExceptionOfType(BadHandlerException.class)
                .isThrownBy(() -> find(new RootBeanDefinition(type)))
                .withMessageStartingWith("@JobHandler on " + type.getName() + ".bad: ");
    }

    /** @param target kept by the bean factory as a singleton, as in an application */
    private static RootBeanDefinition proxied(Class<?> type, Object target, boolean ofItsClass) {
        ProxyFactory proxy = new ProxyFactory(target);
        proxy.setProxyTargetClass(ofItsClass);
        RootBeanDefinition bean = new RootBeanDefinition(type);
        bean.setInstanceSupplier(proxy::getProxy);
        return bean;
    }

    private static HandlerProcessor processor(String type) {
        return processor(type, new RootBeanDefinition(Greetings.class));
    }

    private static HandlerProcessor processor(String type, RootBeanDefinition bean) {
        return find(bean).stream()
                .filter(handler -> handler.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static List<HandlerProcessor> find(RootBeanDefinition bean) {
        return find(bean, SNAKE);
    }

    private static List<HandlerProcessor> find(RootBeanDefinition bean, JsonMapper json) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition("bean", bean);
        Supplier<Validator> validator = () -> VALIDATOR;
        List<HandlerProcessor> found = new Handlers(beans, json, validator).find();
        beans.preInstantiateSingletons();
        return found.stream().sorted(Comparator.comparing(HandlerProcessor::type)).toList();
    }

    private static Job job(String payload) {
        return new Job(
                new JobId("j-1"), new GroupId("g"), new QueueName("default"), "T", payload, 1, 0, Instant.EPOCH);
    }
}
