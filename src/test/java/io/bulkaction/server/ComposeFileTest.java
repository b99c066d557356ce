package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** docker-compose.yml gives nothing away to somebody who gets into a container or reaches a port. */
class ComposeFileTest {

    private static final Map<String, Map<String, Object>> SERVICES = services();

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("names")
    void containerCanGainNoRightsAndWriteNothingOfItsImage(String name) {
        assertThat(SERVICES.get(name))
                .containsEntry("read_only", true)
                .containsEntry("cap_drop", List.of("ALL"))
                .containsEntry("security_opt", List.of("no-new-privileges:true"))
                .doesNotContainKeys("privileged", "cap_add", "network_mode", "pid");
    }

    @ParameterizedTest
    @MethodSource("names")
    void imageIsNamedByItsVersion(String name) {
        assertThat(SERVICES.get(name).get("image").toString()).matches(".+:v?\\d+\\.\\d+\\.\\d+(-\\w+)?");
    }

    @Test
    void imagesThatOursIsBuiltFromAreNamedByTheirVersions() throws IOException {
        assertThat(Files.readString(Path.of("Dockerfile")).lines().filter(line -> line.startsWith("FROM")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .matches("FROM eclipse-temurin:\\d+\\.\\d+\\.\\d+_\\d+-(jdk|jre)-noble( AS build)?"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void portIsPublishedOnLoopbackOnly(String name) {
        assertThat((List<?>) SERVICES.get(name).getOrDefault("ports", List.of()))
                .allSatisfy(port -> assertThat(port.toString()).startsWith("127.0.0.1:"));
    }

    @Test
    void everyPasswordMustBeSetAndNoneHasADefault() throws IOException {
        assertThat(Files.readString(Path.of("docker-compose.yml"))
                .lines().filter(line -> line.contains("PASSWORD:")))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line)
                        .matches(" +\\w+: \\$\\{\\w+_PASSWORD:\\?run src/docker/passwords .+}"));
        assertThat(SERVICES.get("redis").get("command").toString()).contains("requirepass", "maxmemory, ");
        assertThat(SERVICES.get("grafana").get("environment").toString()).doesNotContain("ANONYMOUS");
    }

    @Test
    void generatedPasswordsAreLongDifferentPrivateAndKept() throws Exception {
        Path script = Files.createDirectories(directory.resolve("src/docker")).resolve("passwords");
        Files.copy(Path.of("src/docker/passwords"), script);
        run(script);
        Path file = directory.resolve(".env");
        String first = Files.readString(file);
        run(script);

        assertThat(file).hasContent(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        Properties passwords = new Properties();
        passwords.load(Files.newBufferedReader(file));
        assertThat(passwords.stringPropertyNames())
                .containsExactlyInAnyOrder("REDIS_PASSWORD", "BULK_ACTION_PASSWORD", "GRAFANA_PASSWORD");
        assertThat(passwords.values()).doesNotHaveDuplicates()
                .allSatisfy(password -> assertThat(password.toString()).matches("[0-9a-f]{48}"));
    }

    static Stream<String> names() {
        return SERVICES.keySet().stream();
    }

    private static void run(Path script) throws Exception {
        assertThat(new ProcessBuilder("sh", script.toString()).inheritIO().start().waitFor()).isZero();
    }

    private static Map<String, Map<String, Object>> services() {
        try {
            Map<String, Map<String, Map<String, Object>>> compose =
                    new Yaml().load(Files.readString(Path.of("docker-compose.yml")));
            return compose.get("services");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
