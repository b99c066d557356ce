package io.bulkaction.internal.operate;

import io.bulkaction.internal.operate.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * An administrator's action of many steps. The instance that carries it out records how far it is; any other can read
 * it.
 */
public final class Task {

    /** After so long without news of a running task, its instance is taken for lost. */
    static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private static final Logger log = LoggerFactory.getLogger(Task.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(200);

    /**
     * How far a task is.
     *
     * @param changedAt when its instance last wrote this
     * @param total how many there were when it began
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

        /** The same as seen at a given moment: if it was running and has been silent for too long, it is lost. */
        View at(Instant now) {
            return state == State.RUNNING && changedAt.plus(LOST_AFTER).isBefore(now)
                    ? new View(id, action, by, startedAt, changedAt, State.LOST, done, total)
                    : this;
        }

        static View read(String text) {
            return JSON.readValue(text, View.class);
        }
    }

    public enum State {
        RUNNING,
        DONE,
        /** Stopped by an error; what was done stays done. */
        FAILED,
        /** Its instance was lost; what was done stays done. */
        LOST
    }

    private final TaskRecords records;
    private final String id = UUID.randomUUID().toString();
    private final String action;
    private final String by;
    private final Instant startedAt;

    private long done;
    private long total;
    private long writtenAt = System.nanoTime();

    Task(TaskRecords records, String action, Actor by) {
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

    /** If this fails, the work itself continues. */
    private void write(State state) {
        writtenAt = System.nanoTime();
        try {
            View view = new View(id, action, by, startedAt, records.now(), state, done, total);
            records.put(id, JSON.writeValueAsString(view));
        } catch (RuntimeException failure) {
            log.debug("Could not record how far the task '{}' of {} is", action, by, failure);
        }
    }
}
