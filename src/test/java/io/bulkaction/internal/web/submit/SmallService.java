package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.PrivateRedis;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The service as its own process with little memory, and a submitter. */
record SmallService(ChildJvm process, String url) implements AutoCloseable {

    private static final String MEMORY = "-Xmx112m";
    private static final String CREDENTIALS = "sender:correct-horse";
    private static final Pattern DASHBOARD = Pattern.compile("Dashboard +(\\S+)");

    static SmallService start(Path directory, PrivateRedis redis) {
        ChildJvm process = ChildJvm.start(
                directory, Stream::of, Map.of("JAVA_TOOL_OPTIONS", MEMORY), BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=" + redis.host(),
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.engine.enabled=false",
                "--bulk-action.security.users.sender.password=correct-horse",
                "--bulk-action.security.users.sender.roles=SUBMITTER");
        Matcher dashboard = await()
                .failFast(() -> assertThat(process.process().isAlive()).as(process.output()).isTrue())
                .until(() -> DASHBOARD.matcher(process.output()), Matcher::find);
        return new SmallService(process, dashboard.group(1));
    }

    HttpRequest.Builder submit(String query, String contentType) {
        return HttpRequest.newBuilder(URI.create(url + "api/bulk-actions" + query))
                .header("Content-Type", contentType)
                .header("Authorization", "Basic "
                        + Base64.getEncoder().encodeToString(CREDENTIALS.getBytes(StandardCharsets.UTF_8)));
    }

    String output() {
        return process.output();
    }

    void assertAlive() {
        assertThat(process.process().isAlive()).as(process.output()).isTrue();
        assertThat(process.output()).doesNotContain("OutOfMemoryError");
    }

    @Override
    public void close() {
        process.close();
    }
}
