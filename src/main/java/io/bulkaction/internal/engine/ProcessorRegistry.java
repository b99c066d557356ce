package io.bulkaction.internal.engine;

import io.bulkaction.Ids;
import io.bulkaction.InvalidIdException;
import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.spi.JobInterceptor;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** All processors of this instance by their type. */
public final class ProcessorRegistry {

    private final Map<String, JobProcessor> processors = new TreeMap<>();
    private final Supplier<List<JobInterceptor>> interceptors;

    /**
     * @throws DuplicateProcessorException when two processors claim one type
     * @throws InvalidIdException when a type breaks the rule for ids
     */
    public ProcessorRegistry(Collection<? extends JobProcessor> processors) {
        this(processors, List::of);
    }

    /**
     * @param interceptors around every processor, the outermost first; asked for with the first job, because they may need what
     *     needs this
     * @throws DuplicateProcessorException when two processors claim one type
     * @throws InvalidIdException when a type breaks the rule for ids
     */
    public ProcessorRegistry(
            Collection<? extends JobProcessor> processors, Supplier<List<JobInterceptor>> interceptors) {
        for (JobProcessor processor : processors) {
            String type = processor.type();
            if (!Ids.isValid(type)) {
                throw new InvalidIdException("processorType of " + processor.getClass().getName(), type);
            }
            JobProcessor other = this.processors.putIfAbsent(type, processor);
            if (other != null) {
                throw new DuplicateProcessorException(type, other, processor);
            }
        }
        this.interceptors = interceptors;
    }

    public Collection<JobProcessor> all() {
        return processors.values();
    }

    public Optional<JobProcessor> find(String type) {
        return Optional.ofNullable(processors.get(type));
    }

    /** Calls a processor, with all interceptors around it. */
    JobResult process(JobProcessor processor, Job job) throws Exception {
        JobInterceptor.Attempt attempt = () -> processor.process(job);
        for (JobInterceptor interceptor : interceptors.get().reversed()) {
            JobInterceptor.Attempt inner = attempt;
            attempt = () -> interceptor.around(job, inner);
        }
        return attempt.proceed();
    }

    public SortedSet<String> types() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(processors.keySet()));
    }
}
