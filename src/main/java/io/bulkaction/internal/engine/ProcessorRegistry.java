package io.bulkaction.internal.engine;

import io.bulkaction.Ids;
import io.bulkaction.InvalidIdException;
import io.bulkaction.JobProcessor;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** All processors of this instance by their type. */
public final class ProcessorRegistry {

    private final Map<String, JobProcessor> processors = new TreeMap<>();

    /**
     * @throws DuplicateProcessorException when two processors claim one type
     * @throws InvalidIdException when a type breaks the rule for ids
     */
    public ProcessorRegistry(Collection<? extends JobProcessor> processors) {
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
    }

    public Optional<JobProcessor> find(String type) {
        return Optional.ofNullable(processors.get(type));
    }

    public SortedSet<String> types() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(processors.keySet()));
    }
}
