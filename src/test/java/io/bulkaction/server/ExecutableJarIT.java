package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bulkaction.testing.ChildJvm;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The executable jar as built; it is laid out differently from the classes that other tests run. */
@Timeout(600)
class ExecutableJarIT {

    private static final String JAR = System.getProperty("service.jar", "");

    @TempDir
    Path directory;

    @BeforeEach
    void needsTheJar() {
        assumeTrue(!JAR.isEmpty(), "needs a build that has packaged the executable jar");
    }

    @Test
    void theExecutableJarRefusesAMisspeltSetting() throws Exception {
        refusesAMisspeltSetting(JAR);
    }

    /** As in the container image. */
    @Test
    void theExtractedJarRefusesAMisspeltSetting() throws Exception {
        Path extracted = directory.resolve("extracted");
        run("-Djarmode=tools", "-jar", JAR, "extract", "--destination", extracted.toString());

        refusesAMisspeltSetting(extracted.resolve(Path.of(JAR).getFileName()).toString());
    }

    @Test
    void itListsItsLibrariesAndAllTheirLicencesAreDocumented() throws Exception {
        try (JarFile jar = new JarFile(JAR)) {
            Optional<? extends ZipEntry> list = jar.stream()
                    .filter(entry -> entry.getName().endsWith("META-INF/sbom/application.cdx.json"))
                    .findFirst();
            assumeTrue(list.isPresent() || "offline:false".equals(System.getProperty("build.network")),
                    "the plugin writes no list in a build without network");
            JsonNode libraries = JsonMapper.shared().readTree(jar.getInputStream(list.orElseThrow()));

            assertThat(libraries.path("components").findValuesAsString("name"))
                    .contains("lettuce-core", "spring-security-web", "tomcat-embed-core")
                    .doesNotContain("junit-jupiter-api", "assertj-core");
            assertThat(Licences.documented().missing(libraries)).as("not in docs/security.md").isEmpty();
        }
    }

    private void refusesAMisspeltSetting(String jar) throws Exception {
        String output = run("-jar", jar,
                "--server.port=0",
                "--bulk-action.queues.default.retry.max-retries=4",
                "--bulk-action.queues.default.retry.max-retrys=5");

        assertThat(output)
                .contains("bulk-action.queues.default.retry.max-retrys")
                .contains("is unknown; bulk-action.queues.default.retry has: ")
                .contains("max-retries")
                .doesNotContain("max-retries (", "are not checked", "is ready", "\tat ");
    }

    private String run(String... arguments) throws InterruptedException {
        String[] quick =
                Stream.concat(Stream.of("-XX:TieredStopAtLevel=1"), Stream.of(arguments)).toArray(String[]::new);
        try (ChildJvm java = ChildJvm.java(directory, quick)) {
            assertThat(java.process().waitFor(4, TimeUnit.MINUTES)).as(java::output).isTrue();
            return java.output();
        }
    }
}
