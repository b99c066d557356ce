package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.internal.engine.DuplicateProcessorException;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.settings.ProcessorOverrides;
import java.util.Arrays;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

class ProcessorAutoConfigurationTest {

    private static final String PREFIX = "bulk-action.processors.";

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withBean(ProcessorOverrides.class, new StandardEnvironment())
            .withBean(HostJson.class, () -> new HostJson(JsonMapper.shared()))
            .withConfiguration(AutoConfigurations.of(
                    ProcessorAutoConfiguration.class, MailSenderAutoConfiguration.class));

    @Test
    void everythingIsOffUntilItIsConfigured() {
        context.run(started -> assertThat(started.getBean(ProcessorRegistry.class).types()).isEmpty());
    }

    @Test
    void aModuleWithoutTheLibrariesOfProcessorsItDoesNotUseStarts() {
        context.withClassLoader(new FilteredClassLoader(
                DnsResolver.class.getPackageName(),
                RestClient.class.getPackageName(),
                JavaMailSender.class.getPackageName(),
                "jakarta.mail"))
                .run(started -> assertThat(started).hasNotFailed().hasSingleBean(ProcessorRegistry.class));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SEND_EMAIL        | send-email.enabled=true  spring.mail.host=localhost
            PUSH_NOTIFICATION | push-notification.project-id=p  push-notification.access-token=t
            PUSH_NOTIFICATION | push-notification.endpoint=http://x/send  push-notification.access-token=t
            HTTP_REQUEST      | http-request.allowed-hosts=example.com,127.0.0.1:8080
            HTTP_REQUEST      | http-request.allowed-hosts[0]=example.com
            NAS_SYNC          | nas-sync.nas-root=/mnt/nas  nas-sync.staging-root=/srv/staging
            CANCEL_ORDER      | cancel-order.exchanges.binance.base-url=https://api.example.com
            SIMULATE          | simulate.enabled=true
            SIMULATE          | spring.profiles.active=demo
            """)
    void aConfiguredProcessorIsRegistered(String type, String properties) {
        with(properties).run(started -> assertThat(
                started.getBean(ProcessorRegistry.class).types())
                .containsExactly(type));
    }

    @Test
    void simulateCanBeSwitchedOffInTheDemo() {
        with("spring.profiles.active=demo  simulate.enabled=false")
                .run(started -> assertThat(started.getBean(ProcessorRegistry.class).types()).isEmpty());
    }

    @Test
    void mailSwitchedOffIsOff() {
        with("send-email.enabled=false  spring.mail.host=localhost")
                .run(started -> assertThat(started.getBean(ProcessorRegistry.class).types()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            send-email.enabled=true                                                | spring.mail.host
            send-email.enabled=true  spring.mail.host=h  send-email.from=nobody    | from must be one
            push-notification.project-id=p                                         | service-account-file
            push-notification.access-token=t                                       | project-id
            push-notification.endpoint=fcm.example.com                             | must begin with http:// or https://
            push-notification.service-account-file=/none.json                      | /none.json
            http-request.allowed-hosts=https://example.com                         | is not host or host:port
            http-request.allowed-hosts=a  http-request.timeout=0s                  | timeout
            http-request.allowed-hosts=a  http-request.allowed-networks=10.0.0.0   | allowed-networks
            nas-sync.nas-root=/mnt/nas                                             | stagingRoot
            nas-sync.nas-root=/mnt/nas  nas-sync.staging-root=/mnt/nas/staging     | must not lie inside
            nas-sync.nas-root=nas  nas-sync.staging-root=/srv/staging              | must be absolute
            cancel-order.exchanges.binance.path=/x/{orderId}                       | baseUrl
            cancel-order.exchanges.b.base-url=ftp://x                              | must begin with http:// or https://
            cancel-order.exchanges.b.base-url=http://x  cancel-order.exchanges.b.path=/x  | {orderId}
            """)
    void aBadValueStopsTheStartAndNamesTheProperty(String properties, String named) {
        with(properties).run(started -> {
            assertThat(started).hasFailed();
            assertThat(messages(started.getStartupFailure())).contains(named);
        });
    }

    @Test
    void secretsAreNotPrinted() {
        with("cancel-order.exchanges.b.base-url=http://x  cancel-order.exchanges.b.token=s3cret"
                + "  cancel-order.exchanges.b.headers.X-API-KEY=s3cret  http-request.allowed-hosts=a"
                + "  http-request.signing-secret=s3cret  push-notification.access-token=s3cret"
                + "  push-notification.project-id=p")
                .run(started -> {
                    assertThat(started).hasNotFailed();
                    Arrays.stream(started.getBeanDefinitionNames())
                            .map(name -> started.getBean(name).toString())
                            .forEach(text -> assertThat(text).doesNotContain("s3cret"));
                });
    }

    @Test
    void anOwnProcessorIsRegisteredBesideTheBuiltInOnes() {
        with("simulate.enabled=true").withBean("own", Own.class, () -> new Own("RESIZE_IMAGE"))
                .run(started -> assertThat(started.getBean(ProcessorRegistry.class).types())
                        .containsExactly("RESIZE_IMAGE", "SIMULATE"));
    }

    @Test
    void anOwnProcessorWithATakenTypeStopsTheStart() {
        with("simulate.enabled=true").withBean("own", Own.class, () -> new Own("SIMULATE")).run(started -> {
            assertThat(started).hasFailed();
            assertThat(started.getStartupFailure()).hasRootCauseInstanceOf(DuplicateProcessorException.class);
        });
    }

    record Own(String type) implements JobProcessor {
        @Override
        public JobResult process(Job job) {
            return JobResult.success();
        }
    }

    private ApplicationContextRunner with(String properties) {
        String[] full = Arrays.stream(properties.strip().split(" {2,}"))
                .map(property -> property.startsWith("spring.") ? property : PREFIX + property)
                .toArray(String[]::new);
        return context.withPropertyValues(full);
    }

    private static String messages(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            all.append(t.getMessage()).append('\n');
        }
        return all.toString();
    }
}
