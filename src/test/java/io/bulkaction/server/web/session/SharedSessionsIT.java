package io.bulkaction.server.web.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpSession;

/** Sessions of several instances on one Redis. */
class SharedSessionsIT {

    private static final int IDLE_SECONDS = 1_800;

    private Instant now = Instant.parse("2026-01-01T08:00:00Z");

    @Test
    void whatAnInstanceThatDiedHasLeftIsGoneWithTheNextLogin() {
        TestQueue test = TestQueue.live();
        logIn(instance(test), "ann");
        now = now.plus(Duration.ofMinutes(34));
        assertThat(users(test)).containsExactly("ann");
        now = now.plus(Duration.ofMinutes(2));

        logIn(instance(test), "ben");

        await().until(() -> stored(test) == 1);
        assertThat(users(test)).containsExactly("ben");
    }

    @Test
    void aSessionThatIsUsedStaysOnTheList() {
        TestQueue test = TestQueue.live();
        LoginSessions one = instance(test);
        MockHttpSession ann = logIn(one, "ann");
        for (int i = 0; i < 3; i++) {
            now = now.plus(Duration.ofMinutes(20));
            Instant later = now.plus(Duration.ofMinutes(30));
            await().until(() -> {
                one.check(with(ann));
                return later.isBefore(idleUntil(test));
            });
        }

        logIn(instance(test), "ben");

        assertThat(users(test)).containsExactlyInAnyOrder("ann", "ben");
        assertThat(ann.isInvalid()).isFalse();
    }

    @Test
    void whileRedisIsFrozenNoRequestWaitsForItAndNobodyAsksAgainForAMoment() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(redis);
            LoginSessions one = instance(test);
            MockHttpSession ann = logIn(one, "ann");
            String id = Objects.requireNonNull(one.idOf(with(ann)));
            redis.freeze();
            await().until(() -> { // its timeout is five minutes
                one.check(with(ann));
                return one.isResting();
            });
            redis.thaw();
            instance(test).end(id);

            one.check(with(ann));
            assertThat(ann.isInvalid()).isFalse();

            now = now.plus(Duration.ofSeconds(6));
            one.check(with(ann));
            assertThat(ann.isInvalid()).isTrue();
        }
    }

    private LoginSessions instance(TestQueue test) {
        return new LoginSessions(
                Optional.of(new Queues(Map.of(BulkActionSettings.DEFAULT_QUEUE, test.queue()))), Duration.ofHours(12),
                50, () -> now);
    }

    private static MockHttpSession logIn(LoginSessions instance, String user) {
        MockHttpSession session = new MockHttpSession();
        session.setMaxInactiveInterval(IDLE_SECONDS);
        instance.begin(with(session), user);
        return session;
    }

    private static MockHttpServletRequest with(MockHttpSession session) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setSession(session);
        return request;
    }

    private List<String> users(TestQueue test) {
        return instance(test).all().stream().map(SessionRecord::user).toList();
    }

    private Instant idleUntil(TestQueue test) {
        return Objects.requireNonNull(instance(test).all().getFirst().idleUntil());
    }

    private static int stored(TestQueue test) {
        return SessionRecords.of(test.queue()).all().size();
    }
}
