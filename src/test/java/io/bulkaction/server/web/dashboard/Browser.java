package io.bulkaction.server.web.dashboard;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Chromium without a window, controlled over its debugging protocol with nothing but the JDK. */
final class Browser implements AutoCloseable {

    private static final List<String> PLACES =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

    private final Process process;
    private final BrowserPage page;

    private Browser(Process process, BrowserPage page) {
        this.process = process;
        this.page = page;
    }

    static boolean isInstalled() {
        return executable().isPresent();
    }

    /** @param profile an empty directory */
    static Browser start(Path profile) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                executable().orElseThrow(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
                "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--remote-debugging-port=0",
                "--user-data-dir=" + profile, "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output.txt").toFile())
                .start();
        try {
            Path portFile = profile.resolve("DevToolsActivePort");
            await().until(() -> Files.exists(portFile) && lines(portFile).size() == 2);
            return new Browser(process, BrowserPage.connect(firstPage(lines(portFile).getFirst())));
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    BrowserPage page() {
        return page;
    }

    @Override
    public void close() {
        page.close();
        // why all: its helpers go on writing into the profile for a moment, which the test deletes
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().orTimeout(2, TimeUnit.MINUTES).join());
    }

    private static Optional<String> executable() {
        return Stream.concat(Stream.ofNullable(System.getenv("CHROMIUM")), PLACES.stream())
                .filter(place -> Files.isExecutable(Path.of(place)))
                .findFirst();
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }

    private static URI firstPage(String port) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest list = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
            for (JsonNode target : JsonMapper.shared().readTree(http.send(list, BodyHandlers.ofString()).body())) {
                if (target.path("type").asString().equals("page")) {
                    return URI.create(target.path("webSocketDebuggerUrl").asString());
                }
            }
        }
        throw new IOException("Chromium shows no page");
    }
}
