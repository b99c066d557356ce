package io.bulkaction.internal.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The workers of a pool, and which of them are idle. Guarded by the pool's lock. */
final class Workers {

    /** Those that leave are among them until their job has ended. */
    private final List<Worker> all = new ArrayList<>();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private int size;
    private int nextId;

    /** Up at once; down as the jobs of those who leave end. */
    void scale(int count) {
        for (; size < count; size++) {
            Worker worker = new Worker(nextId++);
            all.add(worker);
            idle.push(worker);
        }
        for (; size > count; size--) {
            Worker leaving = idle.isEmpty() ? lastThatStays() : idle.pop();
            leaving.retire();
            all.removeIf(worker -> worker.state() == WorkerState.STOPPED);
        }
    }

    /** Without those that leave. */
    int size() {
        return size;
    }

    int idle() {
        return idle.size();
    }

    Worker takeIdle() {
        return idle.pop();
    }

    void putIdle(Worker worker) {
        idle.push(worker);
    }

    void remove(Worker left) {
        all.remove(left);
    }

    List<Worker.Status> statuses() {
        return all.stream().map(Worker::status).toList();
    }

    private Worker lastThatStays() {
        return all.reversed().stream()
                .filter(worker -> worker.state() == WorkerState.RUNNING)
                .findFirst()
                .orElseThrow();
    }
}
