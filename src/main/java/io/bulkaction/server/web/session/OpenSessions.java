package io.bulkaction.server.web.session;

import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The sessions of this instance: so many of each user and so many in all, because every login makes one. */
final class OpenSessions {

    /** About 10 MB. */
    static final int MAX_IN_ALL = 10_000;

    private final int maxOfOne;
    /** By the id of their record, the oldest first. */
    private final Map<String, Open> sessions = new LinkedHashMap<>();

    private record Open(String user, HttpSession session) {}

    OpenSessions(int maxOfOne) {
        this.maxOfOne = maxOfOne;
    }

    /** Returns those that have to end for it. */
    synchronized List<HttpSession> add(SessionRecord record, HttpSession session) {
        List<HttpSession> ending = new ArrayList<>();
        if (sessions.values().stream().filter(open -> open.user.equals(record.user())).count() >= maxOfOne) {
            removeOldest(open -> open.user.equals(record.user())).ifPresent(ending::add);
        }
        if (sessions.size() >= MAX_IN_ALL) {
            removeOldest(open -> true).ifPresent(ending::add);
        }
        sessions.put(record.id(), new Open(record.user(), session));
        return ending;
    }

    private Optional<HttpSession> removeOldest(Predicate<Open> which) {
        Optional<Map.Entry<String, Open>> oldest =
                sessions.entrySet().stream().filter(entry -> which.test(entry.getValue())).findFirst();
        oldest.ifPresent(entry -> sessions.remove(entry.getKey()));
        return oldest.map(entry -> entry.getValue().session());
    }

    synchronized void remove(String id) {
        sessions.remove(id);
    }
}
