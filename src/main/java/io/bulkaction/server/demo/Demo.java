package io.bulkaction.server.demo;

import io.bulkaction.Explanation;
import io.bulkaction.QueueName;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Plays the story beside the running service, from the first look at the dashboard until the giant is done. Until then
 * the console stays as it is, with the password on it.
 */
final class Demo implements ApplicationListener<ApplicationReadyEvent>, Ordered, AutoCloseable {

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_REST = Duration.ofMillis(500);

    private final Story story;
    private final Explainer explainer;
    private final Narrator narrator;
    private final Loop loop = new Loop("demo", this::turn);
    private final FirstLook firstLook;
    private boolean begun;
    private boolean stopSeen;

    Demo(FirstLook firstLook, Story story, Explainer explainer, Narrator narrator) {
        this.firstLook = firstLook;
        this.story = story;
        this.explainer = explainer;
        this.narrator = narrator;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        narrator.invite(firstLook.limit());
        firstLook.await();
        loop.start();
    }

    /** After the lines that say where the dashboard is and what the password is. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void close() {
        loop.stop(Deadline.in(Duration.ofSeconds(5)));
    }

    private Duration turn() {
        if (!begun) {
            if (!firstLook.isOver()) {
                return LONGEST_REST;
            }
            begun = true;
            narrator.begin();
        }
        Duration rest = story.playUntil(narrator.now());
        if (!stopSeen) {
            tellIfStopped(explainer.queue(new QueueName(Cast.NAS)));
        }
        if (story.isOver() && narrator.giantIsDone()) {
            narrator.sumUp();
            loop.requestStop();
        } else if (narrator.silentFor().compareTo(LONGEST_SILENCE) > 0) {
            narrator.say("the giant is still running");
        }
        return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
    }

    private void tellIfStopped(Explanation nas) {
        if (nas.state() == Explanation.State.STUCK) {
            stopSeen = true;
            narrator.say(Cast.NAS + ": " + nas.sentence());
        }
    }
}
