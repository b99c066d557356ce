package io.bulkaction.internal.operate;

import io.bulkaction.internal.operate.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** How far an action of many steps has come. Written by the one who does it, read by anybody on any instance. */
public final class Progress {

    /** A writer that was silent for so long is gone. */
    static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private static final Logger log = LoggerFactory.getLogger(Progress.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(200);

    /**
     * @param changedAt when it last told how far it is
     * @param total how many there were to look at when it began
     */
    public record View(
            String id,
            String action,
            String by,
            Instant startedAt,
            Instant changedAt,
            State state,
            long done,
            long total) {

        /** As it stands at a moment: one that went on and has not been heard of since is lost. */
        View at(Instant now) {
            return state == State.RUNNING && changedAt.plus(LOST_AFTER).isBefore(now)
                    ? new View(id, action, by, startedAt, changedAt, State.LOST, done, total)
                    : this;
        }

        static View read(String text) {
            return JSON.readValue(text, View.class);
        }
    }

    /** Whether it goes on. */
    public enum State {
        RUNNING,
        DONE,
        /** Stopped by an error; what was done stays done. */
        FAILED,
        /** Its instance was lost; what was done stays done. */
        LOST
    }

    private final ProgressRecords records;
    private final String id = UUID.randomUUID().toString();
    private final String action;
    private final String by;
    private final Instant startedAt;

    private long done;
    private long total;
    private long writtenAt = System.nanoTime();

    Progress(ProgressRecords records, String action, Actor by) {
        this.records = records;
        this.action = action;
        this.by = by.name();
        this.startedAt = records.now();
    }

    public void expect(long total) {
        this.total = total;
        write(State.RUNNING);
    }

    public void add(long count) {
        boolean first = done == 0;
        done += count;
        total = Math.max(total, done);
        if (first || System.nanoTime() - writtenAt >= BETWEEN_WRITES.toNanos()) {
            write(State.RUNNING);
        }
    }

    void end(State state) {
        write(state);
    }

    /** Nobody's work is to stop because it cannot be told how far it is. */
    private void write(State state) {
        writtenAt = System.nanoTime();
        try {
            View view = new View(id, action, by, startedAt, records.now(), state, done, total);
            records.put(id, JSON.writeValueAsString(view));
        } catch (RuntimeException unkept) {
            log.debug("could not keep how far {} of {} is", action, by, unkept);
        }
    }
}
