package io.bulkaction.internal.run;

import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.run.Outbox.Note;
import java.util.Optional;

/** Finds the event that a note of the outbox stands for. */
final class RunEndings {

    private final RunResults results;

    RunEndings(RunResults results) {
        this.results = results;
    }

    /** Empty when its result is gone, or when the run has ended again since: that ending has a note of its own. */
    Optional<GroupCompletedEvent> read(Note note) {
        return results.ofRun(note.group(), note.run())
                .map(ResultJson::readResult)
                .filter(result -> result.ending() == note.ending())
                .map(RunEndings::event);
    }

    private static GroupCompletedEvent event(GroupResult result) {
        // why the time: a group that was forgotten counts its runs from 1 again
        long finished = result.finishedAt() == null ? 0 : result.finishedAt().toEpochMilli();
        String id = "%s/%s/%d/%d/%d"
                .formatted(result.queue(), result.groupId(), result.run(), result.ending(), finished);
        return new GroupCompletedEvent(id, result);
    }
}
