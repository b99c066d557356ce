package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

/** What is in the library, listed: whoever adds to it changes this list, and so does it on purpose. */
class LibraryJarIT {

    private static final List<String> API = List.of(
            "After",
            "After.When",
            "BadPayloadException",
            "BulkActionException",
            "BulkActionRequest",
            "BulkActionRequest.Builder",
            "BulkActionRequest.Target",
            "BulkActionService",
            "BulkActionStream",
            "CallbackRefusedException",
            "Cancellation",
            "CyclicAfterException",
            "Explanation",
            "Explanation.Code",
            "Explanation.Expected",
            "Explanation.State",
            "GroupCancellingException",
            "GroupCompletedEvent",
            "GroupEndedException",
            "GroupId",
            "GroupLimits",
            "GroupPause",
            "GroupProgress",
            "GroupResult",
            "GroupResult.Durations",
            "GroupResult.ErrorSummary",
            "GroupStatus",
            "Hold",
            "Hold.Reason",
            "Ids",
            "InvalidIdException",
            "InvalidSubmissionException",
            "Job",
            "JobCancellation",
            "JobFailedEvent",
            "JobHandler",
            "JobId",
            "JobLostException",
            "JobNotScheduledException",
            "JobProcessor",
            "JobReporter",
            "JobRequest",
            "JobRequest.Json",
            "JobResult",
            "JobResult.Failure",
            "JobResult.Success",
            "JobResult.Throttled",
            "JobStatus",
            "JobView",
            "JobView.FailedAttempt",
            "JobView.Failure",
            "JobView.Place",
            "JobView.Progress",
            "JobView.Resolution",
            "JobsNotSentException",
            "PayloadReader",
            "PayloadReader.Step",
            "PriorityLevel",
            "QueueName",
            "QueuePausedEvent",
            "QueueResumedEvent",
            "QuotaExceededException",
            "QuotaExceededException.Kind",
            "RedisFullException",
            "RedisUnavailableException",
            "RedisUnavailableException.Reason",
            "Rescheduling",
            "Submission",
            "SubmitOutcome",
            "TenantId",
            "TenantProgress",
            "Timing",
            "TooManySubmitsException",
            "UnknownProcessorException",
            "UnknownQueueException",
            "WaitReason");

    private static final List<String> SPI = List.of(
            "AccessTokens",
            "Alert",
            "AlertChannel",
            "AlertType",
            "AlertType.Severity",
            "ExchangeAnswer",
            "ExchangeClient",
            "JobInterceptor",
            "JobInterceptor.Attempt",
            "JobSource",
            "JobSource.Tick",
            "OrderToCancel",
            "PayloadCodec",
            "PayloadCodec.Encoded",
            "PayloadCodecException",
            "ResultAggregator");

    private static final List<String> TEST_KIT = List.of(
            "AutoConfigureBulkActions",
            "AutoConfigureBulkActions.Mode",
            "BulkActionClock",
            "BulkActionProbe");

    private static final Pattern INTERNAL = Pattern.compile("(io/bulkaction/internal/[a-z/]+/[\\w$-]+\\.class)"
            + "|(io/bulkaction/internal/outbox/schema\\.sql)"
            + "|(lua/(flow|run|operate|doctor|lib)/\\w+\\.lua)"
            + "|(io/bulkaction/internal/web/page/(index\\.html|login/icon\\.svg|assets/.+))");

    /** The major version in a class file that runs from this JDK on. */
    private static final int JDK_21 = 65;

    private static final Pattern CLASS_OF_API = Pattern.compile("io/bulkaction/((spi|test)/)?[\\w$-]+\\.class");

    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        String path = System.getProperty("library.jar", "");
        assumeTrue(!path.isEmpty(), "run by a build that has packaged the library");
        jar = new JarFile(path);
    }

    @AfterEach
    void close() throws IOException {
        if (jar != null) {
            jar.close();
        }
    }

    @Test
    void hasTheApiInternalsScriptsAndNothingElse() {
        assertThat(files().filter(name -> !INTERNAL.matcher(name).matches())
                .filter(name -> !CLASS_OF_API.matcher(name).matches()))
                .containsExactlyInAnyOrder(
                        "META-INF/MANIFEST.MF",
                        "META-INF/additional-spring-configuration-metadata.json",
                        "META-INF/maven/io.bulkaction/bulk-action/pom.properties",
                        "META-INF/maven/io.bulkaction/bulk-action/pom.xml",
                        "META-INF/spring-configuration-metadata.json",
                        "META-INF/spring.factories",
                        "META-INF/spring/aot.factories",
                        "META-INF/spring/io.bulkaction.test.AutoConfigureBulkActions.imports",
                        "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports",
                        "io/bulkaction/internal/explain/sentences.properties",
                        "io/bulkaction/internal/explain/sentences_ko.properties",
                        "io/bulkaction/internal/web/messages.properties",
                        "io/bulkaction/internal/web/messages_ko.properties");
        assertThat(files().filter(name -> name.endsWith(".class")))
                .allSatisfy(name -> assertThat(majorVersionOf(name)).isEqualTo(JDK_21));
    }

    @Test
    void hasTheListedPublicTypes() {
        assertThat(publicTypes("io.bulkaction")).containsExactlyInAnyOrderElementsOf(API);
        assertThat(publicTypes("io.bulkaction.spi")).containsExactlyInAnyOrderElementsOf(SPI);
        assertThat(publicTypes("io.bulkaction.test")).containsExactlyInAnyOrderElementsOf(TEST_KIT);
    }

    @Test
    void registersWithSpringWhatConcernsItsOwnSettingsAndNothingElse() throws IOException {
        Properties factories = new Properties();
        try (InputStream in = jar.getInputStream(jar.getEntry("META-INF/spring.factories"))) {
            factories.load(in);
        }
        assertThat(factories).containsOnlyKeys(
                "org.springframework.boot.EnvironmentPostProcessor",
                "org.springframework.boot.diagnostics.FailureAnalyzer",
                "org.springframework.test.context.ContextCustomizerFactory");
        assertThat(factories.getProperty("org.springframework.test.context.ContextCustomizerFactory"))
                .isEqualTo("io.bulkaction.test.BulkActionsCustomizerFactory");
        assertThat(factories.getProperty("org.springframework.boot.EnvironmentPostProcessor").split(","))
                .containsExactlyInAnyOrder(
                        "io.bulkaction.internal.boot.EnvironmentSettings",
                        "io.bulkaction.internal.boot.ProcessorPresets");
        assertThat(factories.getProperty("org.springframework.boot.diagnostics.FailureAnalyzer").split(","))
                .containsExactlyInAnyOrder(
                        "io.bulkaction.internal.boot.BadSettingFailureAnalyzer",
                        "io.bulkaction.internal.boot.MissingLibraryFailureAnalyzer",
                        "io.bulkaction.internal.boot.RedisStartFailureAnalyzer",
                        "io.bulkaction.internal.boot.UnknownSettingFailureAnalyzer",
                        "io.bulkaction.internal.web.hosted.UnprotectedPageFailureAnalyzer");
        assertThat(text("META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports").lines())
                .containsExactlyInAnyOrder(
                        "io.bulkaction.internal.boot.SettingsAutoConfiguration",
                        "io.bulkaction.internal.boot.DisabledAutoConfiguration",
                        "io.bulkaction.internal.boot.SharedAutoConfiguration",
                        "io.bulkaction.internal.boot.TestKitAutoConfiguration",
                        "io.bulkaction.internal.boot.RedisAutoConfiguration",
                        "io.bulkaction.internal.boot.OutboxAutoConfiguration",
                        "io.bulkaction.internal.boot.BulkActionAutoConfiguration",
                        "io.bulkaction.internal.boot.GroupAutoConfiguration",
                        "io.bulkaction.internal.boot.EngineAutoConfiguration",
                        "io.bulkaction.internal.boot.ProcessorAutoConfiguration",
                        "io.bulkaction.internal.boot.AlertAutoConfiguration",
                        "io.bulkaction.internal.web.hosted.PageAutoConfiguration");
    }

    @Test
    void isNoProgram() throws IOException {
        assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class")).isNull();
        assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version")).isNotBlank();
    }

    @Test
    void itsSourcesAndItsJavadocAreThereWithoutTheServer() throws IOException {
        String path = jar.getName().replaceFirst("\\.jar$", "");
        try (JarFile sources = new JarFile(path + "-sources.jar");
                JarFile javadoc = new JarFile(path + "-javadoc.jar")) {
            assertThat(sources.stream().map(ZipEntry::getName))
                    .contains("io/bulkaction/BulkActionService.java", "io/bulkaction/internal/flow/FairQueue.java")
                    .noneMatch(name -> name.matches("io/bulkaction/server/.*|.*/login\\..*|pages/.*|[^/]+"));
            assertThat(javadoc.stream().map(ZipEntry::getName))
                    .contains("io/bulkaction/BulkActionService.html", "io/bulkaction/spi/AlertChannel.html")
                    .noneMatch(name -> name.matches("io/bulkaction/(server|internal)/.*"));
        }
    }

    private Stream<String> files() {
        return jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName);
    }

    private Stream<String> publicTypes(String inPackage) {
        Pattern directly = Pattern.compile(Pattern.quote(inPackage.replace('.', '/')) + "/[\\w$]+\\.class");
        return files().filter(name -> directly.matcher(name).matches())
                .map(name -> name.replaceFirst("\\.class$", "").replace('/', '.'))
                .filter(name -> isPublic(ClassUtils.resolveClassName(name, null)))
                .map(name -> name.substring(inPackage.length() + 1).replace('$', '.'));
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
    }

    private int majorVersionOf(String entry) throws IOException {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(entry)))) {
            in.skipNBytes(Integer.BYTES + Short.BYTES); // magic number and minor version
            return in.readUnsignedShort();
        }
    }

    private String text(String entry) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(entry))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
