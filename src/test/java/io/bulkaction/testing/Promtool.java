package io.bulkaction.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Prometheus' own checker, where it is installed; a test that needs it is skipped elsewhere and says so. */
public final class Promtool {

    private Promtool() {}

    /** What it complains about; empty when it is content. */
    public static String run(String input, String... arguments) throws IOException, InterruptedException {
        Optional<Path> promtool = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(directory -> Path.of(directory, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(promtool.isPresent(), "promtool is not on the PATH");
        List<String> command = new ArrayList<>(List.of(promtool.orElseThrow().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : output;
    }
}
