package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.ForeignTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the jobs that can run here from those of a processor type that this instance does not know, of another service or of
 * a version that is being deployed, or of which it runs as many as it may. Those are given back as if they had never been
 * claimed, and the next claims leave them. Guarded by the pool's lock.
 */
final class KnownTypes {

    private final ProcessorRegistry processors;
    private final ForeignTypes foreign;
    private final TypeLimits limits;

    KnownTypes(ProcessorRegistry processors, ForeignTypes foreign, TypeLimits limits) {
        this.processors = processors;
        this.foreign = foreign;
        this.limits = limits;
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
        limits.giveBack(job.job().processorType());
    }

    /** After that, when no lock is held. */
    void tellEnded(ClaimedJob job) {
        limits.tell(job.job().processorType());
    }

    /** Also a job whose type nobody has known for too long: it runs here, to fail. */
    private boolean take(ClaimedJob job) {
        String type = job.job().processorType();
        if (processors.find(type).isEmpty()) {
            foreign.met(type);
            return foreign.hasFailed(type, job.start().askedNanos());
        }
        return limits.take(type);
    }
}
