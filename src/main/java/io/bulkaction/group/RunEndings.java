package io.bulkaction.group;

import io.bulkaction.queue.Outbox.Note;
import io.bulkaction.queue.RunResults;
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
                .map(GroupCompletedEvent::of);
    }
}
