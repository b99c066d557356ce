package io.bulkaction.server.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpSessionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpSession;

class LoginSessionsTest {

    private Instant now = Instant.parse("2026-01-01T08:00:00Z");
    private final LoginSessions sessions = new LoginSessions(Optional.empty(), Duration.ofHours(12), 2, () -> now);

    @Test
    void aSessionEndsAfterItsLongestTimeHoweverBusyItIs() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        sessions.begin(request, "ann");
        MockHttpSession session = (MockHttpSession) Objects.requireNonNull(request.getSession());

        for (int hour = 0; hour < 12; hour++) {
            sessions.check(request);
            assertThat(session.isInvalid()).isFalse();
            now = now.plus(Duration.ofHours(1));
        }
        sessions.check(request);

        assertThat(session.isInvalid()).isTrue();
    }

    @Test
    void oneLoginTooManyEndsTheOldestSessionOfThatUserAlone() {
        MockHttpSession ben = logIn("ben");
        MockHttpSession first = logIn("ann");
        MockHttpSession second = logIn("ann");

        MockHttpSession third = logIn("ann");

        assertThat(first.isInvalid()).isTrue();
        for (MockHttpSession stays : new MockHttpSession[] {ben, second, third}) {
            assertThat(stays.isInvalid()).isFalse();
        }
    }

    @Test
    void aSessionThatIsOverMakesRoom() {
        MockHttpSession first = logIn("ann");
        MockHttpSession second = logIn("ann");
        sessions.sessionDestroyed(new HttpSessionEvent(second)); // as after a logout

        logIn("ann");

        assertThat(first.isInvalid()).isFalse();
    }

    private MockHttpSession logIn(String user) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        MockHttpSession session = (MockHttpSession) Objects.requireNonNull(request.getSession());
        sessions.begin(request, user);
        return session;
    }

    @Test
    void aSessionOfNobodyIsLeftAlone() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        MockHttpSession session = (MockHttpSession) Objects.requireNonNull(request.getSession());
        now = now.plus(Duration.ofDays(1));

        sessions.check(request);

        assertThat(session.isInvalid()).isFalse();
    }
}
