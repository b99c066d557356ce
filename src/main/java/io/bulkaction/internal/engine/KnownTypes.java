package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.ForeignTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Tells the jobs that can run here from those of a processor type that this instance does not know, of another service or of
 * a version that is being deployed, or of which it runs as many as it may. Those are given back as if they had never been
 * claimed, and the next claims leave them. Guarded by the pool's lock.
 */
final class KnownTypes {

    private final ProcessorRegistry processors;
    private final ForeignTypes foreign;
    private final ToIntFunction<String> concurrency;
    private final Map<String, Integer> taken = new HashMap<>();

    /** @param concurrency how many jobs of a type may run here at once, 0 = any number */
    KnownTypes(ProcessorRegistry processors, ForeignTypes foreign, ToIntFunction<String> concurrency) {
        this.processors = processors;
        this.foreign = foreign;
        this.concurrency = concurrency;
    }

    /** @param others jobs that are to be given back */
    record Split(List<ClaimedJob> own, List<ClaimedJob> others) {}

    Split take(List<ClaimedJob> jobs) {
        Split split = new Split(new ArrayList<>(jobs.size()), new ArrayList<>(0));
        jobs.forEach(job -> (take(job) ? split.own() : split.others()).add(job));
        return split;
    }

    /** A job that was taken has ended, or was given back. */
    void ended(ClaimedJob job) {
        String type = job.job().processorType();
        if (taken.computeIfPresent(type, (any, count) -> count - 1) != null) {
            foreign.hasRoom(type);
        }
    }

    /** Also a job whose type nobody has known for too long: it runs here, to fail. */
    private boolean take(ClaimedJob job) {
        String type = job.job().processorType();
        if (processors.find(type).isEmpty()) {
            foreign.met(type);
            return foreign.hasFailed(type, job.start().askedNanos());
        }
        int limit = concurrency.applyAsInt(type);
        if (limit == 0) {
            return true;
        }
        int count = taken.getOrDefault(type, 0);
        if (count < limit) {
            taken.put(type, count + 1);
        }
        if (count + 1 >= limit) {
            foreign.full(type);
        }
        return count < limit;
    }
}
