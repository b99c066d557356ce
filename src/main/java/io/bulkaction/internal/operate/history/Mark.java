package io.bulkaction.internal.operate.history;

import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.operate.QueueStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Something that happened to a queue, to be marked in charts.
 *
 * @param text who and why; of a start the instance and its version
 */
public record Mark(Instant at, Kind kind, String text) {

    public enum Kind {
        PAUSE,
        RESUME,
        /** An instance started: a deploy, a restart, one more. */
        START
    }

    /** What a survey tells; the same for everybody who sees the same. */
    static List<Mark> in(QueueStatus status) {
        List<Mark> marks = new ArrayList<>();
        status.pause().ifPresent(
                pause -> marks.add(new Mark(pause.since(), Kind.PAUSE, pause.by() + ": " + pause.reason())));
        status.pace().resumedAt().ifPresent(at -> marks.add(new Mark(at, Kind.RESUME, "")));
        for (Instance instance : status.instances().live()) {
            marks.add(new Mark(
                    instance.startedAt(), Kind.START, (instance.id() + " " + instance.version()).strip()));
        }
        return marks;
    }

    /** With its time, because two pauses with the same reason are two marks. */
    String write() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + at.toEpochMilli() + " " + text;
    }

    static Mark read(String written) {
        String[] words = written.split(" ", 3);
        return new Mark(
                Instant.ofEpochMilli(Long.parseLong(words[1])),
                Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
                words.length > 2 ? words[2] : "");
    }
}
