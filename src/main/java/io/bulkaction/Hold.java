package io.bulkaction;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing of a group starts for now, although it has its turn and its tokens. What runs continues to its end.
 *
 * @param reason the first of all that hold it
 * @param until when it goes on; null when that takes an event
 * @param since when a person paused it; null otherwise
 * @param note why the person did, or what it waits for
 * @param by who did
 */
public record Hold(
        Reason reason, @Nullable Instant until, @Nullable Instant since, @Nullable String note, @Nullable String by) {

    /** What holds a group. */
    public enum Reason {
        /** A person paused it. */
        PAUSED,
        /** It is to start when the runs of other groups have ended; the note says which. */
        AFTER,
        /** It is to start later. */
        SCHEDULED,
        /** Its sending window, which the note names, is closed. */
        SENDING_WINDOW
    }
}
