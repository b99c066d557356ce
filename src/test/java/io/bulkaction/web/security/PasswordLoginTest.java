package io.bulkaction.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.settings.SecuritySettings;
import io.bulkaction.settings.SecuritySettings.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class PasswordLoginTest {

    private final List<Object> events = new ArrayList<>();

    private final LoginThrottle throttle = new LoginThrottle(
            new SecuritySettings.Login(3, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), 100),
            System::nanoTime);

    private final Gate encoder = new Gate();

    private final PasswordLogin logins = new PasswordLogin(
            new Accounts(Map.of("ann", new SecuritySettings.User("right", Set.of(Role.ADMIN))), encoder),
            encoder,
            throttle,
            new SecurityEvents(this::record));

    @Test
    void aRightGuessThatWasSentBeforeTheLockIsRefusedToo() throws Exception {
        encoder.close();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Authentication> right = threads.submit(() -> logins.authenticate(login("ann", "right")));
            encoder.inside.await();
            for (int i = 0; i < 3; i++) {
                throttle.failed(LoginKey.of("ann", "192.0.2.1"));
            }
            encoder.open();
            assertThatThrownBy(right::get).hasCauseInstanceOf(LoginLockedException.class);
        }
        assertThat(events).isEmpty();
    }

    @Test
    void duringALockNothingIsCheckedCountedOrReported() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong")))
                    .isInstanceOf(BadCredentialsException.class);
        }
        assertThat(events).hasSize(3);

        assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong"))).isInstanceOf(LoginLockedException.class);

        assertThat(encoder.checks).isEqualTo(3);
        assertThat(events).hasSize(3);
    }

    @Test
    void unknownUsersAreRefusedLikeWrongPasswordsAndNotNamed() {
        assertThatThrownBy(() -> logins.authenticate(login("my password", "x")))
                .isInstanceOf(BadCredentialsException.class);

        assertThat(events).containsExactly(new LoginRefused(null, "192.0.2.1", LoginMethod.BASIC, null));
    }

    @Test
    void namesAreTakenAsTheyAreWritten() {
        assertThat(logins.authenticate(login("ann", "right"))).isNotNull();
        assertThatThrownBy(() -> logins.authenticate(login("ANN", "right")))
                .isInstanceOf(BadCredentialsException.class);
    }

    @Test
    void aListenerThatFailsKeepsNobodyOut() {
        PasswordLogin unlucky = new PasswordLogin(
                new Accounts(Map.of("ann", new SecuritySettings.User("right", Set.of(Role.ADMIN))), encoder),
                encoder,
                throttle,
                new SecurityEvents(_ -> {
                    throw new IllegalStateException("the audit trail cannot be written");
                }));
        UsernamePasswordAuthenticationToken login = login("ann", "right");
        login.setDetails(new LoginDetails("192.0.2.1", LoginMethod.FORM));

        assertThat(unlucky.authenticate(login)).isNotNull();
    }

    private void record(Object event) {
        events.add(event);
    }

    private static UsernamePasswordAuthenticationToken login(String name, String password) {
        UsernamePasswordAuthenticationToken login = UsernamePasswordAuthenticationToken.unauthenticated(name, password);
        login.setDetails(new LoginDetails("192.0.2.1", LoginMethod.BASIC));
        return login;
    }

    /** A bcrypt that can be held up in the middle of its work. */
    private static final class Gate extends BCryptPasswordEncoder {

        private int checks;
        private CountDownLatch inside = new CountDownLatch(0);
        private CountDownLatch opened = new CountDownLatch(0);

        Gate() {
            super(4);
        }

        void close() {
            inside = new CountDownLatch(1);
            opened = new CountDownLatch(1);
        }

        void open() {
            opened.countDown();
        }

        @Override
        public boolean matchesNonNull(String password, String hash) {
            checks++;
            inside.countDown();
            try {
                opened.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return super.matchesNonNull(password, hash);
        }
    }
}
