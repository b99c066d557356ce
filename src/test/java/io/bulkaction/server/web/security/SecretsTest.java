package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.server.web.security.SecuritySettings.Role;
import io.bulkaction.server.web.token.RuntimeTokens;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class SecretsTest {

    @Test
    void aCorrectPasswordIsHashedOnceAndAWrongOneEachTime() {
        AtomicInteger hashed = new AtomicInteger();
        RememberingPasswordEncoder encoder = new RememberingPasswordEncoder(new BCryptPasswordEncoder(4) {
            @Override
            public boolean matchesNonNull(String password, String hash) {
                hashed.incrementAndGet();
                return super.matchesNonNull(password, hash);
            }
        });
        String hash = encoder.encode("right");

        assertThat(encoder.matches("right", hash)).isTrue();
        assertThat(encoder.matches("right", hash)).isTrue();
        assertThat(hashed).hasValue(1);
        assertThat(encoder.matches("wrong", hash)).isFalse();
        assertThat(encoder.matches("wrong", hash)).isFalse();
        assertThat(hashed).hasValue(3);
    }

    @Test
    void aRememberedPasswordOpensNoOtherAccount() {
        RememberingPasswordEncoder encoder = new RememberingPasswordEncoder(new BCryptPasswordEncoder(4));
        String hash = encoder.encode("right");
        String other = encoder.encode("another");

        assertThat(encoder.matches("right", hash)).isTrue();
        assertThat(encoder.matches("right", other)).isFalse();
        assertThat(encoder.matches(null, hash)).isFalse();
        assertThat(encoder.matches("right", null)).isFalse();
    }

    @Test
    void anApiTokenIsFoundWithItsNameAndRolesOrNotAtAll() {
        ApiTokens tokens = new ApiTokens(Map.of(
                "one", SecuritySettings.ApiToken.unscoped("token-one-0123456789", Set.of(Role.SUBMITTER)),
                "two", SecuritySettings.ApiToken.unscoped("token-two-0123456789", Set.of(Role.ADMIN, Role.SUBMITTER))),
                new RuntimeTokens(Optional.empty()), _ -> false);

        assertThat(tokens.find("token-two-0123456789", "")).hasValueSatisfying(machine -> {
            assertThat(machine.getName()).isEqualTo("two");
            assertThat(machine.getAuthorities())
                    .extracting(GrantedAuthority::getAuthority)
                    .containsExactlyInAnyOrder("ROLE_ADMIN", "ROLE_SUBMITTER");
        });
        assertThat(tokens.find("token-two-012345678", "")).isEmpty();
        assertThat(tokens.find("", "")).isEmpty();
    }

    @Test
    void theGeneratedPasswordIsPrintedOnceAndThenForgotten() {
        GeneratedPassword generated = GeneratedPassword.create();
        String password = generated.asUsers().get("admin").password();

        assertThat(print(generated)).contains("user:     admin", "password: " + password);
        assertThat(print(generated)).isEmpty();
        assertThatThrownBy(generated::asUsers).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everyGeneratedPasswordIsDifferent() {
        assertThat(GeneratedPassword.create().asUsers().get("admin").password())
                .matches("[a-km-np-z2-9]{24}")
                .isNotEqualTo(GeneratedPassword.create().asUsers().get("admin").password());
    }

    private static String print(GeneratedPassword generated) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        generated.print(new PrintStream(out, true, StandardCharsets.UTF_8), null);
        return out.toString(StandardCharsets.UTF_8);
    }
}
