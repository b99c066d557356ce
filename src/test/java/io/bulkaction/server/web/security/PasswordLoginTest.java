package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.server.web.security.SecuritySettings.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class PasswordLoginTest {

    private final List<Object> events = new ArrayList<>();

    private final SecuritySettings.Login settings = new SecuritySettings.Login(
            3, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(12), 50, 100,
            new SecuritySettings.Budget(10, 20, 5, Duration.ofMinutes(10)), new SecuritySettings.Checks(1, 20));

    private long now;

    private final LoginLocks locks = new LoginLocks(settings, () -> now);

    private final Gate encoder = new Gate();

    private final PasswordLogin logins = logins(this::record);

    @Test
    void aCorrectGuessThatWasSentBeforeTheLockIsRefusedToo() throws Exception {
        encoder.close();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Authentication> right = threads.submit(() -> logins.authenticate(login("ann", "right")));
            encoder.inside.await();
            for (int i = 0; i < 3; i++) {
                locks.failed(LoginKey.of("ann", "192.0.2.1"));
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

        assertThat(encoder.hashes).hasSize(3);
        assertThat(events).hasSize(3);
    }

    @Test
    void unknownUsersAreRefusedLikeWrongPasswordsAndNotNamed() {
        assertThatThrownBy(() -> logins.authenticate(login("my password", "x")))
                .isInstanceOf(BadCredentialsException.class);

        assertThat(events).containsExactly(new LoginRefusedEvent(null, "192.0.2.1", LoginMethod.BASIC, null));
    }

    @Test
    void correctPasswordsOpenOnlySoManySessionsAtOnce() {
        UsernamePasswordAuthenticationToken onThePage = login("ann", "right");
        onThePage.setDetails(new LoginDetails("192.0.2.1", LoginMethod.FORM));
        for (int i = 0; i < 5; i++) {
            logins.authenticate(onThePage);
        }

        assertThatThrownBy(() -> logins.authenticate(onThePage)).isInstanceOf(LoginLockedException.class);

        assertThat(events).hasSize(5);
        assertThat(logins.authenticate(login("ann", "right"))).as("a machine, without a session").isNotNull();
        onThePage.setDetails(new LoginDetails("198.51.100.1", LoginMethod.FORM));
        assertThat(logins.authenticate(onThePage)).as("from elsewhere").isNotNull();
        now += Duration.ofMinutes(10).toNanos();
        onThePage.setDetails(new LoginDetails("192.0.2.1", LoginMethod.FORM));
        assertThat(logins.authenticate(onThePage)).isNotNull();
    }

    @Test
    void namesAreCaseSensitive() {
        assertThat(logins.authenticate(login("ann", "right"))).isNotNull();
        assertThatThrownBy(() -> logins.authenticate(login("ANN", "right")))
                .isInstanceOf(BadCredentialsException.class);
    }

    @Test
    void aFailingListenerKeepsNobodyOut() {
        PasswordLogin withFailingListener = logins(_ -> {
            throw new IllegalStateException("the audit trail cannot be written");
        });
        UsernamePasswordAuthenticationToken login = login("ann", "right");
        login.setDetails(new LoginDetails("192.0.2.1", LoginMethod.FORM));

        assertThat(withFailingListener.authenticate(login)).isNotNull();
    }

    @Test
    void anUnknownNameCostsTheSameWorkAsAWrongPassword() {
        assertThatThrownBy(() -> logins.authenticate(login("nobody", "right", 1)))
                .isInstanceOf(BadCredentialsException.class);
        assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 2)))
                .isInstanceOf(BadCredentialsException.class);
        assertThat(logins.authenticate(login("ann", "right", 2))).isNotNull();
        assertThatThrownBy(() -> logins.authenticate(login("nobody", "right", 1)))
                .as("remembered passwords of others must not make it cheaper")
                .isInstanceOf(BadCredentialsException.class);

        assertThat(encoder.hashes).hasSize(4).containsOnly(encoder.hashes.getFirst());
        assertThat(encoder.encoded).as("hashes made, all of them at start").isOne();
    }

    @Test
    void loginsFromOneAddressAreNotCheckedBeyondItsBudgetWhateverTheNames() {
        for (int i = 0; i < 10; i++) {
            String name = "random-" + i;
            assertThatThrownBy(() -> logins.authenticate(login(name, "x", 1)))
                    .isInstanceOf(BadCredentialsException.class);
        }
        for (int i = 0; i < 100; i++) {
            String name = "another-" + i;
            assertThatThrownBy(() -> logins.authenticate(login(name, "x", 1))).isInstanceOf(LoginLockedException.class);
        }
        assertThatThrownBy(() -> logins.authenticate(login("ann", "right", 1)))
                .isInstanceOf(LoginLockedException.class);
        assertThat(encoder.hashes).hasSize(10);

        assertThat(logins.authenticate(login("ann", "right", 2))).as("from elsewhere").isNotNull();
        now += Duration.ofMinutes(1).toNanos();
        assertThat(logins.authenticate(login("ann", "right", 1))).as("a minute later").isNotNull();
    }

    @Test
    void aKnownUserKeepsWorkingWhileOthersAtThatAddressGuess() {
        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        for (int i = 0; i < 20; i++) {
            String name = "random-" + i;
            assertThatThrownBy(() -> logins.authenticate(login(name, "x", 1))).isNotNull();
        }

        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
    }

    @Test
    void wrongPasswordsOfOthersAtThatAddressDoNotLockARememberedPasswordOut() {
        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 1)))
                    .isInstanceOf(BadCredentialsException.class);
        }

        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 1)))
                .as("still locked for whoever guesses")
                .isInstanceOf(LoginLockedException.class);
        assertThat(encoder.hashes).as("checks: one right, three wrong").hasSize(4);
        assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 2)))
                .as("elsewhere nothing is compared with the remembered password")
                .isInstanceOf(BadCredentialsException.class);
    }

    @Test
    void aRememberedPasswordDoesNotPassALockWhereItsUserHasNeverBeen() {
        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 2))).isNotNull();
        }

        assertThatThrownBy(() -> logins.authenticate(login("ann", "right", 2)))
                .isInstanceOf(LoginLockedException.class);
    }

    @Test
    void guessesThatAreNotCheckedDoNotLock() {
        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        for (int i = 0; i < 10; i++) {
            String name = "random-" + i;
            assertThatThrownBy(() -> logins.authenticate(login(name, "x", 1))).isNotNull();
        }
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 1)))
                    .isInstanceOf(LoginLockedException.class);
        }

        assertThat(locks.remaining(LoginKey.of("ann", "192.0.2.1"))).isEmpty();
    }

    @Test
    void onlyAFewWrongPasswordsASecondAreComparedWithARememberedOne() {
        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        for (int i = 0; i < LoginLimits.COMPARISONS_PER_SECOND; i++) {
            assertThatThrownBy(() -> logins.authenticate(login("ann", "wrong", 1))).isNotNull();
        }
        assertThatThrownBy(() -> logins.authenticate(login("ann", "right", 1)))
                .as("beyond that even a correct guess is refused")
                .isInstanceOf(LoginLockedException.class);

        now += Duration.ofSeconds(1).dividedBy(LoginLimits.COMPARISONS_PER_SECOND).toNanos();
        for (int i = 0; i < 100; i++) {
            assertThat(logins.authenticate(login("ann", "right", 1))).as("correct passwords cost nothing").isNotNull();
        }
    }

    @Test
    void guessingAtOneNameFromEverywhereIsSlowedAndKeepsNobodyOut() {
        assertThat(logins.authenticate(login("ann", "right", 1))).isNotNull();
        for (int i = 0; i < 20; i++) {
            int address = 100 + i;
            assertThatThrownBy(() -> logins.authenticate(login("ann", "guess", address)))
                    .isInstanceOf(BadCredentialsException.class);
        }
        assertThatThrownBy(() -> logins.authenticate(login("ann", "right", 2)))
                .as("a new address, while somebody guesses")
                .isInstanceOf(LoginLockedException.class);

        assertThat(logins.authenticate(login("ann", "right", 1))).as("where she has been before").isNotNull();
        now += Duration.ofSeconds(30).toNanos();
        assertThat(logins.authenticate(login("ann", "right", 2))).as("when a check is left again").isNotNull();
    }

    @Test
    void correctPasswordsCostNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(logins.authenticate(login("ann", "right", i))).isNotNull();
        }
    }

    private PasswordLogin logins(ApplicationEventPublisher listener) {
        return new PasswordLogin(
                new Accounts(
                        Map.of("ann", SecuritySettings.User.unscoped("right", Set.of(Role.ADMIN))),
                        new RememberingPasswordEncoder(encoder)),
                new LoginLimits(settings, locks, () -> now),
                new LoginLink(() -> now),
                new SecurityEvents(listener));
    }

    private void record(Object event) {
        events.add(event);
    }

    private static UsernamePasswordAuthenticationToken login(String name, String password) {
        return login(name, password, 1);
    }

    private static UsernamePasswordAuthenticationToken login(String name, String password, int address) {
        UsernamePasswordAuthenticationToken login = UsernamePasswordAuthenticationToken.unauthenticated(name, password);
        login.setDetails(new LoginDetails("192.0.2." + address, LoginMethod.BASIC));
        return login;
    }

    /** A bcrypt that can be stopped in the middle of a check. */
    private static final class Gate extends BCryptPasswordEncoder {

        private final List<String> hashes = new CopyOnWriteArrayList<>();
        private int encoded;
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
        protected String encodeNonNullPassword(String password) {
            encoded++;
            return super.encodeNonNullPassword(password);
        }

        @Override
        public boolean matchesNonNull(String password, String hash) {
            hashes.add(hash);
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
