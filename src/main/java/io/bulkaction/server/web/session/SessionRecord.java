package io.bulkaction.server.web.session;

import java.io.Serial;
import java.io.Serializable;
import java.time.Instant;
import tools.jackson.databind.json.JsonMapper;

/**
 * A login on the page.
 *
 * @param id names it to administrators; it is not what the browser sends
 * @param until when it ends at the latest, however busy it is
 */
public record SessionRecord(String id, String user, String from, Instant since, Instant until) implements Serializable {

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
}
