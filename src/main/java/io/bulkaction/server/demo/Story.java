package io.bulkaction.server.demo;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.Submission;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Supplier;

/** Who comes when: the giant first, everybody else after it. */
final class Story {

    /** @param request created when it is due, because the jobs of a request can be read only once */
    private record Scene(Duration at, Supplier<BulkActionRequest> request, String about) {}

    private final Deque<Scene> scenes = new ArrayDeque<>();
    private final BulkActionService bulkActions;
    private final Narrator narrator;

    Story(DemoSettings settings, BulkActionService bulkActions, Narrator narrator) {
        this.bulkActions = bulkActions;
        this.narrator = narrator;
        Duration pace = settings.pace();
        scenes.add(new Scene(Duration.ZERO, () -> Cast.giant(settings.giantJobs()), ""));
        scenes.add(new Scene(pace, Cast::flaky, ", some fail once or twice"));
        scenes.add(new Scene(pace, Cast::broken, ", some fail for good"));
        scenes.add(new Scene(pace, Cast::partner, " for an API that takes 10 a second and asks for pauses"));
        scenes.add(new Scene(pace, Cast::nas, ", strictly in order, for a NAS; a file is missing"));
        for (int number = 1; number <= settings.smallCustomers(); number++) {
            int which = number;
            scenes.add(new Scene(pace.multipliedBy(2L + number), () -> Cast.small(which), ""));
        }
    }

    boolean isOver() {
        return scenes.isEmpty();
    }

    /** Plays what is due, and says how long to wait for the next. */
    Duration playUntil(Duration now) {
        while (!scenes.isEmpty() && scenes.getFirst().at().compareTo(now) <= 0) {
            Scene scene = scenes.getFirst();
            Submission sent = bulkActions.submit(scene.request().get());
            narrator.say(String.format(
                    Locale.ROOT, "%s arrives with %,d jobs%s", sent.groupId(), sent.totalJobs(), scene.about()));
            // why only now: if Redis was unreachable, the scene is played again, and the ids of its jobs prevent
            // duplicates
            scenes.removeFirst();
        }
        return scenes.isEmpty() ? Duration.ofSeconds(1) : scenes.getFirst().at().minus(now);
    }
}
