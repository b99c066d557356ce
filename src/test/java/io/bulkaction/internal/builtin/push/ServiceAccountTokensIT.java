package io.bulkaction.internal.builtin.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.builtin.outbound.TrustedClient;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ServiceAccountTokensIT {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static KeyPair keys;

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-20T10:00:00Z"));
    private final AtomicInteger issued = new AtomicInteger();
    private final TrustedClient http = new TrustedClient(Duration.ofMinutes(1), Duration.ofMinutes(1));
    private LocalHttp google;

    @BeforeAll
    static void makeKeys() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
    }

    @BeforeEach
    void startServer() throws IOException {
        google = new LocalHttp();
        google.answers(exchange -> LocalHttp.json(
                200,
                "{\"access_token\":\"token-" + issued.incrementAndGet()
                        + "\",\"expires_in\":3600,\"token_type\":\"Bearer\"}")
                .to(exchange));
    }

    @AfterEach
    void stopServer() {
        http.close();
        google.close();
    }

    @Test
    void aSignedStatementIsExchangedForAToken() throws Exception {
        assertThat(tokens().current()).isEqualTo("token-1");

        Map<String, String> form = form(google.onlyRequest().body());
        assertThat(form).containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
        String[] jwt = form.get("assertion").split("\\.");
        assertThat(json(jwt[0])).isEqualTo(JSON.readTree("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"key-1\"}"));
        JsonNode claims = json(jwt[1]);
        assertThat(claims.get("iss").asString()).isEqualTo("worker@p.iam.example");
        assertThat(claims.get("aud").asString()).isEqualTo(google.uri("/token").toString());
        assertThat(claims.get("scope").asString()).isEqualTo("https://www.googleapis.com/auth/firebase.messaging");
        assertThat(claims.get("exp").asLong() - claims.get("iat").asLong()).isEqualTo(3600);
        Signature check = Signature.getInstance("SHA256withRSA");
        check.initVerify(keys.getPublic());
        check.update((jwt[0] + "." + jwt[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(check.verify(Base64.getUrlDecoder().decode(jwt[2]))).isTrue();
    }

    @Test
    void aTokenIsKeptUntilShortlyBeforeItExpires() throws Exception {
        ServiceAccountTokens tokens = tokens();

        tokens.current();
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(57)));
        assertThat(tokens.current()).isEqualTo("token-1");
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(1)));
        assertThat(tokens.current()).isEqualTo("token-2");
    }

    @Test
    void aRejectedTokenIsReplacedButALateRejectionChangesNothing() throws Exception {
        ServiceAccountTokens tokens = tokens();

        tokens.reject(tokens.current());
        assertThat(tokens.current()).isEqualTo("token-2");
        tokens.reject("token-1");
        assertThat(tokens.current()).isEqualTo("token-2");
    }

    @Test
    void manyThreadsShareOneFetch() throws Exception {
        ServiceAccountTokens tokens = tokens();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<String> ask = tokens::current;
            for (Future<String> token : threads.invokeAll(Stream.generate(() -> ask).limit(50).toList())) {
                assertThat(token.get()).isEqualTo("token-1");
            }
        }
        assertThat(google.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[1]", "<html>", "{\"access_token\":\"x\"}"})
    void anAnswerWithoutATokenIsRefused(String answer) throws Exception {
        google.answers(LocalHttp.json(200, answer));
        ServiceAccountTokens tokens = tokens();

        assertThatExceptionOfType(TokenRefusedException.class).isThrownBy(tokens::current);
    }

    @Test
    void aRefusalSaysTheStatusAndNothingElse() throws Exception {
        google.answers(LocalHttp.json(400, "{\"error\":\"invalid_grant\"}"));
        ServiceAccountTokens tokens = tokens();

        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(tokens::current)
                .withMessage("the token endpoint answered 400");
    }

    @Test
    void aFileThatLacksAFieldIsRefusedByName() throws Exception {
        Path file = Files.writeString(directory.resolve("key.json"), "{\"project_id\":\"p\"}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceAccount.read(file))
                .withMessageContainingAll("key.json", "client_email is missing");
    }

    @Test
    void aKeyThatCannotBeReadIsNotShown() throws Exception {
        Path file = file("-----BEGIN PRIVATE KEY-----\\nc2VjcmV0\\n-----END PRIVATE KEY-----");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceAccount.read(file))
                .withMessageContaining("cannot be read")
                .withMessageNotContaining("c2VjcmV0")
                .withNoCause();
    }

    private ServiceAccountTokens tokens() throws IOException {
        String pem = "-----BEGIN PRIVATE KEY-----\\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(keys.getPrivate().getEncoded())
                        .replace("\n", "\\n")
                + "\\n-----END PRIVATE KEY-----\\n";
        ServiceAccount account = ServiceAccount.read(file(pem));
        return new ServiceAccountTokens(account, account.tokenUri(), http, now::get);
    }

    private Path file(String pem) throws IOException {
        return Files.writeString(
                directory.resolve("key.json"),
                """
                        {"type":"service_account","project_id":"p","private_key_id":"key-1","private_key":"%s",
                         "client_email":"worker@p.iam.example","token_uri":"%s"}
                        """
                        .formatted(pem, google.uri("/token")));
    }

    private static JsonNode json(String part) {
        return JSON.readTree(Base64.getUrlDecoder().decode(part));
    }

    private static Map<String, String> form(String body) {
        return List.of(body.split("&")).stream()
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }
}
