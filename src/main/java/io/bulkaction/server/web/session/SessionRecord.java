package io.bulkaction.server.web.session;

import java.io.Serial;
import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A login on the page.
 *
 * @param id names it to administrators; it is not what the browser sends
 * @param until when it ends at the latest, however busy it is
 * @param idleUntil when it has ended unless it is used before; written seldom, so a little later. Null = never
 */
public record SessionRecord(
        String id, String user, String from, Instant since, Instant until, @Nullable Instant idleUntil)
        implements
            Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final JsonMapper JSON = JsonMapper.shared();

    static SessionRecord parse(String record) {
        return JSON.readValue(record, SessionRecord.class);
    }

    String text() {
        return JSON.writeValueAsString(this);
    }

    boolean isOver(Instant now) {
        return !now.isBefore(until);
    }

    /** Whether nobody can come with it any more: also if the instance that had it died. */
    boolean isGone(Instant now) {
        return isOver(now) || idleUntil != null && !now.isBefore(idleUntil);
    }

    SessionRecord idleUntil(@Nullable Instant then) {
        return new SessionRecord(id, user, from, since, until, then);
    }
}
