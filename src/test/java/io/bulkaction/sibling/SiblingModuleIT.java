package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.submit.BulkActionService;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.TestRedis;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** A module that has only the plain jar and what that brings along: no web server, no security, no embedded Redis. */
@Timeout(600)
class SiblingModuleIT {

    /** Libraries that are optional or only for tests. */
    private static final Pattern NOT_BROUGHT_ALONG = Pattern.compile(
            "/[^/]*(webmvc|spring-web|spring-boot-web|servlet|tomcat|security|actuator|spring-boot-health|mail|angus"
                    + "|activation|embedded-redis|guava|commons-io|prometheus|webjars|springdoc|swagger|junit"
                    + "|assertj|mockito|archunit|testcontainers|docker-java|greenmail|wiremock|playwright|awaitility"
                    + "|spring-test|-test)[^/]*\\.jar$");

    private static final Pattern PLAIN_JAR = Pattern.compile("bulk-action-[0-9.]+(-SNAPSHOT)?\\.jar");

    @TempDir
    Path directory;

    @Test
    void getsABulkActionService() throws Exception {
        String output = run(Map.of(
                "SPRING_DATA_REDIS_HOST", TestRedis.host(),
                "SPRING_DATA_REDIS_PORT", Integer.toString(TestRedis.port()),
                "BULK_ACTION_KEY_PREFIX", TestRedis.uniquePrefix()));
        assertThat(output).contains("sibling has BulkActionService").doesNotContain("Tomcat");
    }

    @Test
    void isToldThatNoRedisIsConfigured() throws Exception {
        assertThat(run(Map.of()))
                .contains("No Redis is configured (spring.data.redis.url)")
                .contains("add org.signal:embedded-redis")
                .doesNotContain("\tat ");
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
        File[] jars = new File("target").listFiles((_, name) -> PLAIN_JAR.matcher(name).matches());
        return Stream.of(entry.endsWith("target/classes") && jars != null && jars.length == 1
                ? jars[0].getAbsolutePath()
                : entry);
    }

    @EnableAutoConfiguration
    static class Sibling {
        public static void main(String[] args) {
            try (ConfigurableApplicationContext context = SpringApplication.run(Sibling.class, args)) {
                System.out.println("sibling has "
                        + context.getBean(BulkActionService.class).getClass().getSimpleName());
            }
        }
    }
}
