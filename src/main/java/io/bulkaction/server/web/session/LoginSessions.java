package io.bulkaction.server.web.session;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.server.web.token.RecentlyRead;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends sessions that an administrator has ended, on whichever instance, those that have lasted long enough, and the oldest ones
 * of a user who has too many. An instance asks Redis at most once a second for each. While Redis does not answer, sessions go
 * on: those who look after the queues need the page just then.
 */
public final class LoginSessions implements HttpSessionListener {

    private static final Logger log = LoggerFactory.getLogger(LoginSessions.class);

    private static final String LOGIN = LoginSessions.class.getName();
    /** Set once Redis has the session; only then its absence means that it was ended. */
    private static final String KNOWN = LOGIN + ".known";

    /** How long nobody asks again after Redis has not answered. */
    private static final Duration REST = Duration.ofSeconds(5);
    private static final Duration BETWEEN_USES = Duration.ofMinutes(1);
    private static final Duration BETWEEN_CLEANUPS = Duration.ofMinutes(1);
    /** Longer than between two uses that are written. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    private final Optional<SessionRecords> shared;
    private final Duration longest;
    private final InstantSource clock;
    private final OpenSessions open;
    private final RecentlyRead<Boolean> recent = new RecentlyRead<>(Duration.ofSeconds(1), System::nanoTime);
    private volatile Instant restsUntil = Instant.MIN;
    private volatile Instant cleanUpAt = Instant.MIN;

    /**
     * @param queues empty where there is no Redis; then sessions are not listed
     * @param longest how long one lasts
     * @param maxOfOne how many a user may have on an instance
     */
    public LoginSessions(Optional<Queues> queues, Duration longest, int maxOfOne, InstantSource clock) {
        this.open = new OpenSessions(maxOfOne);
        this.shared = queues.map(all -> SessionRecords.of(all.get(BulkActionSettings.DEFAULT_QUEUE)));
        this.longest = longest;
        this.clock = clock;
    }

    /** After a login, in the session that it has opened. */
    public void begin(HttpServletRequest request, String user) {
        HttpSession session = request.getSession();
        forget(session);
        Instant now = clock.instant();
        SessionRecord login = new SessionRecord(
                UUID.randomUUID().toString(), user, request.getRemoteAddr(), now, now.plus(longest),
                idleUntil(session, now));
        session.setAttribute(LOGIN, login);
        session.removeAttribute(KNOWN);
        open.add(login, session).forEach(oldest -> {
            log.info("the oldest session of {} ends: there are too many", login.user());
            invalidate(oldest);
        });
        end(session);
        cleanUpNowAndThen(now);
    }

    private static @Nullable Instant idleUntil(HttpSession session, Instant now) {
        int idleSeconds = session.getMaxInactiveInterval();
        return idleSeconds <= 0 ? null : now.plusSeconds(idleSeconds).plus(MARGIN);
    }

    private static void invalidate(HttpSession session) {
        try {
            session.invalidate();
        } catch (IllegalStateException e) {
            log.debug("the session is over already", e);
        }
    }

    /** What instances that died have left behind; at a login, because nothing else adds to it. */
    private void cleanUpNowAndThen(Instant now) {
        if (shared.isEmpty() || now.isBefore(cleanUpAt) || isResting()) {
            return;
        }
        cleanUpAt = now.plus(BETWEEN_CLEANUPS);
        try {
            all();
        } catch (RuntimeException e) {
            log.debug("sessions that are over stay on the list for now", e);
        }
    }

    /** Ends the session of a request if it is over. */
    public void check(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            end(session);
        }
    }

    private void end(HttpSession session) {
        SessionRecord login = (SessionRecord) session.getAttribute(LOGIN);
        if (login != null && (login.isOver(clock.instant()) || !isWanted(session, login))) {
            log.info("the session of {} is over", login.user());
            invalidate(session);
        }
    }

    private boolean isWanted(HttpSession session, SessionRecord login) {
        Instant now = clock.instant();
        if (shared.isEmpty() || isResting()) {
            return true;
        }
        try {
            if (session.getAttribute(KNOWN) == null) {
                shared.get().put(login);
                session.setAttribute(KNOWN, true);
                return true;
            }
            return recent.get(login.id(), id -> shared.get().find(id)
                    .map(known -> noteUse(session, known, now)).isPresent());
        } catch (RuntimeException e) {
            restsUntil = now.plus(REST);
            log.debug("nobody knows whether the session of {} was ended", login.user(), e);
            return true;
        }
    }

    private SessionRecord noteUse(HttpSession session, SessionRecord known, Instant now) {
        Instant idleUntil = idleUntil(session, now);
        if (idleUntil != null && known.idleUntil() != null
                && known.idleUntil().isBefore(idleUntil.minus(BETWEEN_USES))) {
            shared.orElseThrow().replace(known, known.idleUntil(idleUntil));
        }
        return known;
    }

    boolean isResting() {
        return clock.instant().isBefore(restsUntil);
    }

    /** Also after a logout and an idle session. */
    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        forget(event.getSession());
    }

    private void forget(HttpSession session) {
        SessionRecord login = (SessionRecord) session.getAttribute(LOGIN);
        if (login != null) {
            open.remove(login.id());
        }
        if (login != null && shared.isPresent()) {
            try {
                shared.get().forget(login.id());
            } catch (RuntimeException e) {
                log.debug("the session of {} stays on the list until its end", login.user(), e);
            }
        }
    }

    /** Of a request; null if it has no session. */
    public @Nullable String idOf(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        SessionRecord login = session == null ? null : (SessionRecord) session.getAttribute(LOGIN);
        return login == null ? null : login.id();
    }

    /** The latest first. Those of an instance that died are forgotten as soon as they would have been idle for too long. */
    public List<SessionRecord> all() {
        Instant now = clock.instant();
        List<SessionRecord> sessions = records().all();
        sessions.stream().filter(session -> session.isGone(now)).forEach(session -> records().forget(session.id()));
        return sessions.stream()
                .filter(session -> !session.isGone(now))
                .sorted(Comparator.comparing(SessionRecord::since).reversed())
                .toList();
    }

    /** False if there is no such session. */
    public boolean end(String id) {
        boolean ended = records().remove(id);
        recent.forget(id);
        return ended;
    }

    private SessionRecords records() {
        return shared.orElseThrow(() -> new IllegalStateException("there is no Redis to keep sessions in"));
    }
}
