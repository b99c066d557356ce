package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionService;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.TestRedis;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that has only the library and what that brings along: no web server, no security, no embedded Redis. */
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
class SiblingModuleIT {

    /** Libraries that are optional or only for tests. */
    private static final Pattern NOT_BROUGHT_ALONG = Pattern.compile(
            "/[^/]*(httpclient5|httpcore5|native-epoll|classes-epoll|redisson|data-redis|spring-data|jedis|caffeine|spring-boot-cache|spring-tx|spring-jdbc|h2|postgresql|webmvc|spring-web|spring-boot-web|servlet|tomcat|security|actuator|spring-boot-health|mail|angus"
                    + "|activation|oauth2|nimbus|lang-tag|content-type|jcip|embedded-redis|guava|commons-io|prometheus|webjars|springdoc|swagger|junit"
                    + "|assertj|mockito|archunit|testcontainers|docker-java|greenmail|wiremock|playwright|awaitility"
                    + "|spring-test|-test)[^/]*\\.jar$");

    private static final String LIBRARY = System.getProperty("library.jar", "");

    private static final String BEAN = "bean of bulk-action: ";

    /** Beside configurations and settings. Whoever adds a bean changes this list, and so does it on purpose. */
    private static final List<String> ALWAYS = List.of(
            "bulkActionAggregators",
            "bulkActionAudit",
            "bulkActionCallbackPolicy",
            "bulkActionClientOfTheHost",
            "bulkActionDoctor",
            "bulkActionExplainer",
            "bulkActionFairness",
            "bulkActionGroupActions",
            "bulkActionGroups",
            "bulkActionHistory",
            "bulkActionJobSources",
            "bulkActionJobStore",
            "bulkActionJson",
            "bulkActionMetrics",
            "bulkActionObservation",
            "bulkActionOnlySettingsSay",
            "bulkActionOpenAlerts",
            "bulkActionOperations",
            "bulkActionProcessorOverrides",
            "bulkActionRecurring",
            "bulkActionSendingWindows",
            "bulkActionTasks",
            "bulkActionTenantActions",
            "bulkActionAccounts",
            "bulkActionPayloads",
            "bulkActionQueues",
            "bulkActionRedisAccess",
            "bulkActionRedisChecks",
            "bulkActionRedisLocation",
            "bulkActionRedisOfTheApplication",
            "bulkActionRequestSender",
            "bulkActionService",
            "bulkActionStartChecks",
            "bulkActionUnknownSettings");

    private static final List<String> WITH_THE_ENGINE = List.of(
            "bulkActionAlertLog",
            "bulkActionAlerts",
            "bulkActionCallbacks",
            "bulkActionEngine",
            "bulkActionEngineAssembly",
            "bulkActionHandlerChecks",
            "bulkActionInstance",
            "bulkActionLifecycle",
            "bulkActionProcessors",
            "bulkActionQueueEvents",
            "bulkActionQueueEventsThread",
            "bulkActionTicker",
            "bulkActionWindowKeeper",
            "bulkActionWatchers");

    @TempDir
    Path directory;

    @Test
    void getsTheListedBeansAndNoOthers() throws Exception {
        String output = run(redis());

        assertThat(output).contains("sibling has DefaultBulkActionService").doesNotContain("Tomcat");
        assertThat(beans(output)).containsExactlyInAnyOrderElementsOf(
                Stream.concat(ALWAYS.stream(), WITH_THE_ENGINE.stream()).toList());
    }

    @Test
    void getsNoEngineWhereItOnlySubmits() throws Exception {
        Map<String, String> variables = new HashMap<>(redis());
        variables.put("BULK_ACTION_ENGINE_ENABLED", "false");

        assertThat(beans(run(variables))).containsExactlyInAnyOrderElementsOf(ALWAYS);
    }

    @Test
    void isToldThatNoRedisIsConfigured() throws Exception {
        assertThat(run(Map.of()))
                .contains("No Redis is configured for the queues (bulk-action.redis.url")
                .contains("add org.signal:embedded-redis")
                .doesNotContain("\tat ");
    }

    /** The list of settings names those of the server, which is not there; the whole list was given up for that. */
    @Test
    void isToldOfAMisspeltSetting() throws Exception {
        assertThat(run(Map.of("BULK_ACTION_QUEUES_DEFAULT_RETRY_MAX_RETRYS", "3")))
                .contains("the environment variable BULK_ACTION_QUEUES_DEFAULT_RETRY_MAX_RETRYS matches no setting")
                .doesNotContain("are not checked", "\tat ");
    }

    /** An application that calls nobody needs no HTTP client; one that may call is told what to add. */
    @Test
    void isToldThatCallsNeedALibrary() throws Exception {
        Map<String, String> variables = new HashMap<>(redis());
        variables.put("BULK_ACTION_CALLBACKS_ALLOWEDHOSTS", "partner.example");
        variables.put("BULK_ACTION_CALLBACKS_SECRET", "0123456789abcdef0123456789abcdef");

        assertThat(run(variables))
                .contains("allow calls to other hosts, which need org.apache.httpcomponents.client5:httpclient5")
                .contains("Add the dependency")
                .doesNotContain("\tat ");
    }

    private static Map<String, String> redis() {
        return Map.of(
                "SPRING_DATA_REDIS_HOST", TestRedis.host(),
                "SPRING_DATA_REDIS_PORT", Integer.toString(TestRedis.port()),
                "BULK_ACTION_KEY_PREFIX", TestRedis.uniquePrefix());
    }

    private static Stream<String> beans(String output) {
        return output.lines().filter(line -> line.startsWith(BEAN)).map(line -> line.substring(BEAN.length()));
    }

    private String run(Map<String, String> variables) throws InterruptedException {
        try (ChildJvm sibling = ChildJvm.start(directory, SiblingModuleIT::broughtAlong, variables, Sibling.class)) {
            assertThat(sibling.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            return sibling.output();
        }
    }

    /** In a build that has come this far the jar itself is there; in an editor its classes must do. */
    private static Stream<String> broughtAlong(String entry) {
        if (NOT_BROUGHT_ALONG.matcher(entry).find()) {
            return Stream.empty();
        }
        return Stream.of(entry.endsWith("target/classes") && !LIBRARY.isEmpty() ? LIBRARY : entry);
    }

    @EnableAutoConfiguration
    static class Sibling {

        /** By its class or by the configuration that made it; configurations and settings themselves are left out. */
        private static boolean isOurs(ConfigurableListableBeanFactory beans, String name) {
            Class<?> type = beans.getType(name);
            return !name.startsWith("io.bulkaction.") && !name.startsWith("bulk-action")
                    && (type != null && type.getName().startsWith("io.bulkaction.internal")
                            || String.valueOf(beans.getBeanDefinition(name).getFactoryBeanName())
                                    .startsWith("io.bulkaction."));
        }

        public static void main(String[] args) {
            try (ConfigurableApplicationContext context = SpringApplication.run(Sibling.class, args)) {
                System.out.println("sibling has "
                        + context.getBean(BulkActionService.class).getClass().getSimpleName());
                ConfigurableListableBeanFactory beans = context.getBeanFactory();
                Stream.of(beans.getBeanDefinitionNames())
                        .filter(name -> isOurs(beans, name))
                        .forEach(name -> System.out.println(BEAN + name));
            }
        }
    }
}
