package io.bulkaction.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM of a test's own, for what a test must not do to its own: end it, kill it, take its libraries away. */
public final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final Path output;

    private ChildJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Runs a main class in the directory, with our class path. */
    public static ChildJvm start(Path directory, Class<?> main, String... arguments) {
        return start(directory, Stream::of, Map.of(), main, arguments);
    }

    /** Runs a main class with another class path than ours, and more environment variables. */
    public static ChildJvm start(
            Path directory, Function<String, Stream<String>> classPath, Map<String, String> variables, Class<?> main,
            String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-cp", Stream.of(System.getProperty("java.class.path").split(":"))
                        .flatMap(classPath)
                        .collect(Collectors.joining(":")),
                main.getName()));
        command.addAll(List.of(arguments));
        return run(directory, variables, command);
    }

    /** Runs {@code java} in the directory with these arguments only, as a user would who has nothing but a jar. */
    public static ChildJvm java(Path directory, String... arguments) {
        return run(directory, Map.of(), List.of(arguments));
    }

    private static ChildJvm run(Path directory, Map<String, String> variables, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(variables);
        try {
            return new ChildJvm(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Process process() {
        return process;
    }

    /** What it has written so far, to both streams. */
    public String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
