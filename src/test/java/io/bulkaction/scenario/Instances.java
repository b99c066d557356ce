package io.bulkaction.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Processes of {@link ChaosInstance}, or of another application, that can be killed, stopped and continued. */
final class Instances implements AutoCloseable {

    private final Path dir;
    private final Path history;
    private final int redisPort;
    private final Map<String, String> settings;
    private final Class<?> application;
    private final List<Process> all = new ArrayList<>();

    Instances(Path dir, int redisPort, Map<String, String> settings) {
        this(dir, redisPort, settings, ChaosInstance.class);
    }

    Instances(Path dir, int redisPort, Map<String, String> settings, Class<?> application) {
        this.application = application;
        this.dir = dir;
        this.history = dir.resolve("history");
        this.redisPort = redisPort;
        this.settings = settings;
    }

    Process start() throws IOException {
        return start(Map.of());
    }

    /** @param own settings of this one, before those of all */
    Process start(Map<String, String> own) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                application.getName(),
                "--spring.main.web-application-type=none",
                "--spring.main.banner-mode=off",
                "--spring.main.keep-alive=true",
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + redisPort,
                "--history=" + history));
        Map<String, String> options = new HashMap<>(settings);
        options.putAll(own);
        options.forEach((name, value) -> command.add("--" + name + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("instance-" + all.size() + ".log").toFile())
                .start();
        all.add(process);
        return process;
    }

    List<Process> alive() {
        return all.stream().filter(Process::isAlive).toList();
    }

    /** kill -9. */
    static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor(2, TimeUnit.MINUTES);
    }

    static void signal(Process process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    }

    /** Lines of the history, oldest first. */
    List<String> history() throws IOException {
        return Files.exists(history) ? Files.readAllLines(history) : List.of();
    }

    String logs() {
        StringBuilder logs = new StringBuilder();
        for (int i = 0; i < all.size(); i++) {
            try {
                logs.append("--- instance ").append(i).append('\n')
                        .append(Files.readString(dir.resolve("instance-" + i + ".log")));
            } catch (IOException e) {
                logs.append(e);
            }
        }
        return logs.toString();
    }

    @Override
    public void close() {
        all.forEach(Process::destroyForcibly);
    }
}
