package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.TestRedis;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The service with its own certificate, as operating.md describes it. */
@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class TlsIT {

    private static final Pattern HIDDEN_TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    private static final String STORE_PASSWORD = "of-the-key-store";

    @TempDir
    Path directory;

    private final CookieManager cookies = new CookieManager();

    @Test
    void overTlsCookiesAreSecureAndNobodyElseCanPlantTheCsrfToken(CapturedOutput output) throws Exception {
        Path keys = directory.resolve("keys.p12");
        keytool("-genkeypair", "-alias", "bulk-action", "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2",
                "-dname", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1", "-storetype", "PKCS12",
                "-keystore", keys.toString(), "-storepass", STORE_PASSWORD);
        try (ConfigurableApplicationContext service = start(keys)) {
            String port = service.getEnvironment().getProperty("local.server.port");
            String url = "https://localhost:" + port;
            assertThat(output).contains("Dashboard  " + url + "/");
            HttpClient http = HttpClient.newBuilder().sslContext(trusting(keys)).cookieHandler(cookies).build();

            HttpResponse<String> page = http.send(to(url + "/login").build(), BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Strict-Transport-Security")).contains("max-age=31536000");
            assertThat(page.headers().allValues("Set-Cookie"))
                    .singleElement()
                    .asString()
                    .startsWith("__Host-XSRF-TOKEN=")
                    .contains("Secure", "Path=/", "SameSite=Strict")
                    .doesNotContain("Domain");

            Matcher hidden = HIDDEN_TOKEN.matcher(page.body());
            assertThat(hidden.find()).isTrue();
            HttpResponse<String> in = http.send(to(url + "/login")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("username=admin&password=correct-horse&_csrf="
                            + URLEncoder.encode(hidden.group(1), StandardCharsets.UTF_8)))
                    .build(), BodyHandlers.ofString());
            assertThat(in.statusCode()).isEqualTo(302);
            assertThat(in.headers().allValues("Set-Cookie"))
                    .filteredOn(cookie -> cookie.startsWith("BULK_ACTION_SESSION="))
                    .singleElement()
                    .asString()
                    .contains("Secure", "HttpOnly", "SameSite=Lax");

            http.send(to(url + "/").build(), BodyHandlers.discarding());
            assertThat(status(http, change(url, cookie("__Host-XSRF-TOKEN")))).isEqualTo(200);
            cookies.getCookieStore().add(URI.create(url), planted());
            assertThat(status(http, change(url, "planted"))).isEqualTo(403);
            assertThat(status(
                    HttpClient.newHttpClient(), to("http://localhost:" + port + "/actuator/health/liveness")))
                    .as("without TLS")
                    .isEqualTo(400);
        }
    }

    private static ConfigurableApplicationContext start(Path keys) {
        return SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--server.ssl.key-store=" + keys,
                "--server.ssl.key-store-password=" + STORE_PASSWORD,
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN");
    }

    private static HttpRequest.Builder to(String url) {
        return HttpRequest.newBuilder(URI.create(url)).header("Accept", "text/html");
    }

    private static HttpRequest.Builder change(String url, String token) {
        return HttpRequest.newBuilder(URI.create(url + "/admin/queue/resume"))
                .header("X-XSRF-TOKEN", token)
                .POST(BodyPublishers.noBody());
    }

    private static int status(HttpClient http, HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private static HttpCookie planted() {
        HttpCookie cookie = new HttpCookie("XSRF-TOKEN", "planted");
        cookie.setPath("/");
        cookie.setVersion(0);
        return cookie;
    }

    private String cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private void keytool(String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Path said = directory.resolve("keytool.out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    }

    private static SSLContext trusting(Path keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, STORE_PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("bulk-action", store.getCertificate("bulk-action"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
