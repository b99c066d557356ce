package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

/**
 * An application that Spring has prepared ahead of time, as {@code spring-boot:process-aot} does: it runs from what was generated, and
 * a native image is told what it needs to know.
 */
@Timeout(600)
class AheadOfTimeIT {

    @TempDir
    Path directory;

    @Test
    void anApplicationPreparedAheadOfTimeRunsItsJobs() throws Exception {
        Path sources = directory.resolve("sources");
        Path resources = directory.resolve("resources");
        Path classes = directory.resolve("classes");
        Files.createDirectories(directory.resolve("process"));
        run(directory.resolve("process"), SpringApplicationAotProcessor.class, AheadOfTimeHost.class.getName(),
                sources.toString(), resources.toString(), classes.toString(), "com.example", "host");
        compile(sources, classes);

        String hints = hints(resources);
        assertThat(hints).contains(
                "AheadOfTimeHost$Parcel", "\"name\": \"ship\"", // the handler and its payload
                "io.bulkaction.internal.outbox.StoredRequest", "io.bulkaction.BulkActionRequest$Target",
                "io.bulkaction.internal.settings.ProcessorSettings$Retry",
                "io.bulkaction.internal.settings.QueueSettings$Backpressure",
                "io.bulkaction.GroupResult", "lua/", "schema.sql", "sentences");

        Files.writeString(resources.resolve("spring.properties"), "spring.aot.enabled=true");
        String prefix = TestRedis.uniquePrefix();
        Path prepared = Files.createDirectories(directory.resolve("run"));
        try (ChildJvm host = ChildJvm.start(prepared,
                entry -> entry.equals(first()) ? Stream.of(classes.toString(), resources.toString(), entry)
                        : Stream.of(entry),
                settings(prefix), AheadOfTimeHost.class, AheadOfTimeHost.WORK)) {
            assertThat(host.process().waitFor(5, TimeUnit.MINUTES)).as(host::output).isTrue();
            assertThat(host.output()).contains("Starting AOT-processed AheadOfTimeHost", "shipped 42 to Seoul",
                    "COMPLETED");
        }
        RedisAccess redis = TestRedis.access();
        assertThat(redis.await(redis.commands().keys(prefix + "*").toCompletableFuture()))
                .as("the Redis of which it was told when it started").isNotEmpty();
    }

    /** Nothing of Redis or of the database is needed for it, not even where they are. */
    private static void run(Path directory, Class<?> main, String... arguments) throws Exception {
        try (ChildJvm jvm = ChildJvm.start(
                directory, Stream::of, Map.of("BULK_ACTION_OUTBOX_ENABLED", "true"), main, arguments)) {
            assertThat(jvm.process().waitFor(5, TimeUnit.MINUTES)).as(jvm::output).isTrue();
            assertThat(jvm.process().exitValue()).as(jvm::output).isZero();
        }
    }

    private static Map<String, String> settings(String prefix) {
        return Map.of(
                "BULK_ACTION_REDIS_URL", "redis://" + TestRedis.host() + ":" + TestRedis.port(),
                "BULK_ACTION_KEY_PREFIX", prefix,
                "BULK_ACTION_PROCESSORS_SHIP_RETRY_MAX_RETRIES", "2",
                "BULK_ACTION_OUTBOX_ENABLED", "true",
                "BULK_ACTION_OUTBOX_CREATE_TABLE", "true");
    }

    private static String first() {
        return System.getProperty("java.class.path").split(":")[0];
    }

    private static void compile(Path sources, Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            List<String> arguments = files.map(Path::toString).filter(file -> file.endsWith(".java"))
                    .collect(Collectors.toList());
            assertThat(arguments).hasSizeGreaterThan(20);
            arguments.addAll(List.of("-d", classes.toString(), "-nowarn", "-proc:none", "-cp",
                    classes + ":" + System.getProperty("java.class.path")));
            assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                    .isZero();
        }
    }

    private static String hints(Path resources) throws IOException {
        try (Stream<Path> files = Files.walk(resources)) {
            return files.filter(file -> file.toString().endsWith(".json")).map(AheadOfTimeIT::text)
                    .collect(Collectors.joining());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).replace("\\/", "/");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
