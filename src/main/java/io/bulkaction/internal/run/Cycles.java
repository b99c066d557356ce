package io.bulkaction.internal.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Finds groups that wait for themselves. Each group is followed once, whoever leads to it, so that a chain costs what it has
 * groups, however many of them ask.
 */
final class Cycles {

    private final Waiters waiters;
    private final Set<Waiters.Name> free = new HashSet<>();

    Cycles(Waiters waiters) {
        this.waiters = waiters;
    }

    private record Step(Waiters.Name name, Iterator<Waiters.Name> next) {}

    /** Whether a group waits for itself; not if it waits for others that do. */
    boolean has(Waiters.Name start) {
        Deque<Step> path = new ArrayDeque<>();
        Set<Waiters.Name> onPath = new HashSet<>();
        Set<Waiters.Name> followed = new HashSet<>();
        enter(start, path, onPath);
        boolean meetsCycle = false;
        while (!path.isEmpty()) {
            Step step = path.peek();
            if (!step.next().hasNext()) {
                path.pop();
                onPath.remove(step.name());
                followed.add(step.name());
                continue;
            }
            Waiters.Name next = step.next().next();
            if (next.equals(start)) {
                return true;
            }
            if (onPath.contains(next)) {
                meetsCycle = true; // of others
            } else if (!free.contains(next) && !followed.contains(next)) {
                enter(next, path, onPath);
            }
        }
        if (!meetsCycle) {
            free.addAll(followed);
        }
        return false;
    }

    private void enter(Waiters.Name name, Deque<Step> path, Set<Waiters.Name> onPath) {
        onPath.add(name);
        path.push(new Step(name, waiters.get(name).conditions().stream().map(Waiters.Name::of).iterator()));
    }
}
